// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: each thread makes the array of partial results for itself
// scan in a loop that is not combined with its parallel region.
#include <omp.h>

#include "check.h"

enum { kCount = 501 };

int main(void) {
  int before[kCount];
  long running = 0;
#pragma omp parallel
#pragma omp for reduction(inscan, + : running)
  for (int i = 0; i < kCount; i++) {
    before[i] = (int)running;
#pragma omp scan exclusive(running)
    running += i;
  }
  for (int i = 0; i < kCount; i++) CHECK_EQ(before[i], i * (i - 1) / 2);
  CHECK_EQ(running, kCount * (kCount - 1) / 2);
  return 0;
}
