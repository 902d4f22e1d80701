// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled loop.
// env: OMP_CANCELLATION=true
// expect: cancel:loop:activated >= 1
// expect: parallel_end = 1
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 1000; ++i) {
#pragma omp atomic
      sum += 1;
      if (i >= 3) {  // whoever comes first: a single thread might be kept from it until the loop is over
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  check(sum < 1000, "the loop was cancelled");
  return 0;
}
