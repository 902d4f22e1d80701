// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel if: a false condition gives a team of one, which is still a (not active) level.
#include <omp.h>

#include "check.h"

static int team_size(int condition, int threads) {
  int size = 0, active = -1, level = -1;
#pragma omp parallel if (condition) num_threads(threads)
#pragma omp single
  {
    size = omp_get_num_threads();
    active = omp_in_parallel();
    level = omp_get_level();
  }
  CHECK_EQ(active, size > 1);
  CHECK_EQ(level, 1);
  return size;
}

int main(void) {
  omp_set_dynamic(0);
  CHECK_EQ(team_size(0, 4), 1);
  CHECK_EQ(team_size(1, 4), 4);
  CHECK_EQ(team_size(1, 1), 1);
  int count = 0;
#pragma omp parallel if (parallel : 0) reduction(+ : count)
  count++;
  CHECK_EQ(count, 1);
#pragma omp parallel for if (0) reduction(+ : count)
  for (int i = 0; i < 10; i++) {
    CHECK_EQ(omp_get_num_threads(), 1);
    count++;
  }
  CHECK_EQ(count, 11);
  return 0;
}
