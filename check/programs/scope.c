// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scope: work of count 1 for every member.
// expect: work_begin:scope = T
// expect: work_end:scope = T
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp scope reduction(+ : sum)
    sum += 1;
  }
  check(sum == omp_get_max_threads(), "scope");
  return 0;
}
