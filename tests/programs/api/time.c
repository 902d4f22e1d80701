// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_get_wtime and omp_get_wtick: increasing, in seconds, on every thread, and finer than a millisecond.
#include <omp.h>

#include "check.h"

int main(void) {
  double tick = omp_get_wtick(), start = omp_get_wtime();
  CHECK(tick > 0 && tick < 1e-3);
  usleep(20000);
  double elapsed = omp_get_wtime() - start;
  CHECK(elapsed >= 0.0199 && elapsed < 600);
#pragma omp parallel
  {
    double last = omp_get_wtime();
    CHECK(last >= start);
    for (int i = 0; i < 1000; i++) {
      double now = omp_get_wtime();
      CHECK(now >= last);
      last = now;
    }
  }
  return 0;
}
