// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Very uneven iterations, nested dynamic loops and a loop inside each iteration's own region.
#include <omp.h>

#include "coverage.h"

int main(void) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 200; i++) {
    busy(i == 0 ? 200000 : i);
    mark(i);
  }
  check_marks(200);
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < 200; i++) {
    busy(i < 20 ? 5000 : 0);
    mark(i);
  }
  check_marks(200);
  omp_set_max_active_levels(2);
#pragma omp parallel for schedule(dynamic) num_threads(3)
  for (int i = 0; i < 12; i++) {
#pragma omp parallel for schedule(dynamic, 3) num_threads(1 + i % 3)
    for (int j = 0; j < 20; j++) mark(i * 20 + j);
  }
  check_marks(240);
  return 0;
}
