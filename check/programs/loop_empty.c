// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: it asks no runtime about a loop without iterations
// A loop without iterations: every member begins and ends the work, and nothing is dispatched.
// expect: work_begin:loop + work_begin:dynamic = T
// expect: work_end:loop + work_end:dynamic = T
// expect: dispatch:* = 0
#include "check.h"

int main(void) {
  volatile int last = 5;
  int count = last;
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 5; i < count; ++i) sum += 100;
    sink = 1;
  }
  check(sum == 0, "sum");
  return 0;
}
