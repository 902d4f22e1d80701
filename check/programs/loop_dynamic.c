// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic loops: the runtime hands out every chunk.
// expect: work_begin:loop + work_begin:dynamic = 2 * T
// expect: work_end:loop + work_end:dynamic = 2 * T
// expect: dispatch_iterations:* = 120
#include "check.h"

int main(void) {
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; ++i) sum += i;
#pragma omp for schedule(dynamic, 15) nowait
    for (long i = 200; i > 0; i -= 2) sum += i;
    sink = 1;
  }
  check(sum == 190 + 10100, "sum");
  return 0;
}
