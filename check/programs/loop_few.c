// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with fewer iterations than threads: every member begins and ends the work.
// expect: work_begin:loop + work_begin:dynamic = 2 * T
// expect: work_end:loop + work_end:dynamic = 2 * T
// expect: dispatch:* = 2
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 1; ++i) sum += 1;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 1; ++i) sum += 1;
    sink = 1;
  }
  check(sum == 2, "sum");
  return 0;
}
