// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guided loops, with an index that is no int.
// expect: work_begin:loop + work_begin:guided = 2 * T
// expect: work_end:loop + work_end:guided = 2 * T
// expect: dispatch_iterations:* = 134
#include "check.h"

int main(void) {
  unsigned long long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(guided)
    for (unsigned long long i = 0; i < 100; ++i) sum += i;
#pragma omp for schedule(guided, 4)
    for (int i = 100; i > 0; i -= 3) sum += 1;
    sink = 1;
  }
  check(sum == 4950 + 34, "sum");
  return 0;
}
