// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fallback lock of atomics is one for the whole program: mixed wide atomics and reductions exclude each
// other.
#include <omp.h>

#include "check.h"

void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

int main(void) {
  long count = 0, size = omp_get_max_threads();
  long double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    for (int i = 0; i < 500; i++) {
      GOMP_atomic_start();
      count++;
      GOMP_atomic_end();
      sum += 1;
    }
  }
  CHECK_EQ(count, 500 * size);
  CHECK(sum == 500 * size);
  GOMP_atomic_start();  // outside of any region
  count = 0;
  GOMP_atomic_end();
  CHECK_EQ(count, 0);
  return 0;
}
