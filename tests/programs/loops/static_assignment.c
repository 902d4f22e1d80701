// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static) fixes who runs what: contiguous blocks without a chunk, round robin with one, the same
// each time.
#include <omp.h>

#include "check.h"

enum { kCount = 57 };

int main(void) {
  int owner[kCount], again[kCount], size = omp_get_max_threads();
  for (int chunk = 1; chunk < 12; chunk++) {
#pragma omp parallel for schedule(static, chunk)
    for (int i = 0; i < kCount; i++) owner[i] = omp_get_thread_num();
    for (int i = 0; i < kCount; i++) CHECK_EQ(owner[i], i / chunk % size);
  }
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < kCount; i++) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < kCount; i++) {
      CHECK_EQ(owner[i], omp_get_thread_num());  // same bounds and schedule: safe without the barrier
      again[i] = omp_get_thread_num();
    }
  }
  for (int i = 1; i < kCount; i++) CHECK(again[i] == again[i - 1] || again[i] == again[i - 1] + 1);
  return 0;
}
