// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: what the runtime combines is between reduction_begin and reduction_end.
// expect: reduction_begin <= 2 * T
// expect: reduction_end <= 2 * T
#include "check.h"

int main(void) {
  int sum = 0;
  double product = 1;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for reduction(* : product)
    for (int i = 1; i <= 10; ++i) product *= i;
    sum += 1;
  }
  check(sum == omp_get_max_threads() && product == 3628800.0, "reduction");
  return 0;
}
