// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested parallel regions: levels, ancestors and team sizes at each level; inner teams are independent.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(4);
  int outer = omp_get_max_threads() < 4 ? omp_get_max_threads() : 4, total = 0;
  for (int round = 0; round < 5; round++) {
    total = 0;
#pragma omp parallel num_threads(outer)
    {
      int mine = omp_get_thread_num(), inside = 0;
#pragma omp parallel num_threads(mine + 1) shared(inside)
      {
        CHECK_EQ(omp_get_num_threads(), mine + 1);
        CHECK_EQ(omp_get_level(), 2);
        CHECK_EQ(omp_get_ancestor_thread_num(1), mine);
        CHECK_EQ(omp_get_team_size(1), outer);
        CHECK_EQ(omp_get_team_size(2), mine + 1);
        CHECK_EQ(omp_get_ancestor_thread_num(2), omp_get_thread_num());
        CHECK_EQ(omp_get_ancestor_thread_num(3), -1);
        CHECK_EQ(omp_get_team_size(3), -1);
#pragma omp barrier
#pragma omp atomic
        inside++;
#pragma omp barrier
        CHECK_EQ(inside, mine + 1);
#pragma omp parallel num_threads(2)
        {
          CHECK_EQ(omp_get_level(), 3);
          CHECK_EQ(omp_get_num_threads(), 2);
#pragma omp atomic
          total++;
        }
      }
      CHECK_EQ(omp_get_thread_num(), mine);
      CHECK_EQ(omp_get_num_threads(), outer);
    }
  }
  CHECK_EQ(total, outer * (outer + 1));
  return 0;
}
