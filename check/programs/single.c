// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single: one executor, and the others pass by.
// expect: work_begin:executor = 2
// expect: work_end:executor = 2
// expect: work_begin:bystander = 2 * T - 2
// expect: work_end:bystander = 2 * T - 2
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
  {
#pragma omp single
    done += 1;
#pragma omp single nowait
    done += 1;
    sink = 1;
  }
  check(done == 2, "single");
  return 0;
}
