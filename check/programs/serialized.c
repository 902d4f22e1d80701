// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of one thread have the events of larger ones: if(0), num_threads(1), and too deep a level.
// expect: parallel_begin = 2 + 1 + T
// expect: implicit_begin = 2 + 2 * T
// expect: implicit_end = 2 + 2 * T
// expect: sync_begin:parallel = 2 + 2 * T
// expect: sync_end:parallel = 2 + 2 * T
#include "check.h"

int main(void) {
  omp_set_max_active_levels(1);
#pragma omp parallel if (0)
  sink = omp_get_num_threads();
#pragma omp parallel num_threads(1)
  sink = omp_get_num_threads();
#pragma omp parallel
#pragma omp parallel
  sink = omp_get_num_threads();
  return 0;
}
