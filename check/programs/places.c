// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads bound to places, in a nested region too.
// env: OMP_PLACES=threads
// env: OMP_PROC_BIND=spread,close
// expect: parallel_begin = 1 + T
#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp parallel num_threads(2)
  sink = omp_get_place_num();
  return 0;
}
