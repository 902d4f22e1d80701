// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static loop: the compiler may compute the chunks by itself.
// expect: work_begin:loop + work_begin:static = T
// expect: work_end:loop + work_end:static = T
// expect: dispatch_iterations:* = 20
// expect: sync_begin:workshare = T | gcc: the barrier is a call that does not say what for
// expect: sync_begin:workshare + sync_begin:barrier = T
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < 20; ++i) sum += i;
    sink = 1;
  }
  check(sum == 190, "sum");
  return 0;
}
