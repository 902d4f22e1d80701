// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of short regions in a row, of changing size, with work between them: nothing is lost or run
// twice.
#include <omp.h>

#include "check.h"

int main(void) {
  long count = 0, expected = 0;
  int most = omp_get_max_threads();
  for (int round = 0; round < 3000; round++) {
    int size = 1 + round / 100 % most;
#pragma omp parallel num_threads(size)
    {
#pragma omp atomic
      count += omp_get_thread_num() + 1;
    }
    expected += size * (size + 1) / 2;
    if (round % 64 == 0) busy(200);
    CHECK_EQ(count, expected);
  }
  return 0;
}
