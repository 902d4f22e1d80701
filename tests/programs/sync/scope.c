// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// scope: every thread runs it; private, reduction, nowait, and the barrier at its end.
#include <omp.h>

#include "check.h"

int main(void) {
  int size = omp_get_max_threads();
  for (int round = 0; round < 50; round++) {
    int sum = 0, scratch = 5, most = -1;
    long late = 0;
#pragma omp parallel
    {
#pragma omp scope private(scratch) reduction(+ : sum)
      {
        scratch = omp_get_thread_num();
        sum += scratch + 1;
      }
      CHECK_EQ(sum, size * (size + 1) / 2);
#pragma omp scope reduction(max : most)
      most = omp_get_thread_num();
      CHECK_EQ(most, size - 1);
#pragma omp scope nowait reduction(+ : late)
      late++;
#pragma omp barrier
      CHECK_EQ(late, size);
    }
    CHECK_EQ(scratch, 5);
  }
  return 0;
}
