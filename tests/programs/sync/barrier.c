// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier: nobody passes before all have arrived, thousands of times, with some threads late.
#include <omp.h>

#include "check.h"

enum { kRounds = 2000 };

int main(void) {
  int size = omp_get_max_threads();
  long arrived[64][8] = {{0}};
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (long round = 1; round <= kRounds; round++) {
      if (round % 97 == me) busy(2000);
      arrived[me][0] = round;
#pragma omp barrier
      for (int other = 0; other < size; other++) CHECK(arrived[other][0] == round);
#pragma omp barrier
    }
  }
  int count = 0;
#pragma omp parallel if (0)
  {
#pragma omp barrier
    count++;
#pragma omp barrier
  }
  CHECK_EQ(count, 1);
  return 0;
}
