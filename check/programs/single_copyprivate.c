// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single with copyprivate: the value goes round.
// expect: work_begin:executor = 1
// expect: work_begin:bystander = T - 1
// expect: work_end:* = T
#include "check.h"

int main(void) {
  int value = 0;
  int sum = 0;
#pragma omp parallel firstprivate(value) reduction(+ : sum)
  {
#pragma omp single copyprivate(value)
    value = 5;
    sum += value;
  }
  check(sum == 5 * omp_get_max_threads(), "copyprivate");
  return 0;
}
