// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// max_active_levels bounds how many nested regions are active; further ones run with one thread.
#include <omp.h>

#include "check.h"

static int innermost(int limit) {
  int size = 0;
  omp_set_max_active_levels(limit);
  CHECK_EQ(omp_get_max_active_levels(), limit);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_level(), 3);
    CHECK_EQ(omp_get_active_level(), limit < 3 ? limit : 3);
#pragma omp critical
    size = omp_get_team_size(1) * 100 + omp_get_team_size(2) * 10 + omp_get_team_size(3);
  }
  return size;
}

int main(void) {
  CHECK_EQ(innermost(0), 111);
  CHECK_EQ(innermost(1), 211);
  CHECK_EQ(innermost(2), 231);
  CHECK_EQ(innermost(3), 232);
  CHECK_EQ(innermost(10), 232);
  CHECK(omp_get_supported_active_levels() >= 10);
  omp_set_max_active_levels(3);
  omp_set_max_active_levels(-1);
  CHECK_EQ(omp_get_max_active_levels(), 3);
  return 0;
}
