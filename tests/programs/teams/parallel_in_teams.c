// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions, tasks and locks inside teams; thread_limit bounds the teams' regions; the default of teams from
// the ICV.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_dynamic(0);
  int threads = 0, tasks = 0, largest = 0, teams = 0;
#pragma omp teams num_teams(2) thread_limit(2)
  {
    __atomic_add_fetch(&teams, 1, __ATOMIC_SEQ_CST);
#pragma omp parallel num_threads(4)
    {
      CHECK_EQ(omp_get_level(), 1);
      CHECK(omp_get_num_teams() <= 2);
#pragma omp atomic
      threads++;
#pragma omp critical
      if (omp_get_num_threads() > largest) largest = omp_get_num_threads();
#pragma omp task shared(tasks)
      {
#pragma omp atomic
        tasks++;
      }
    }
  }
  CHECK(largest <= 2);
  CHECK_EQ(threads, tasks);
  CHECK(threads >= teams && threads <= 2 * teams);
  omp_set_num_teams(3);
  CHECK_EQ(omp_get_max_teams(), 3);
  omp_set_teams_thread_limit(2);
  CHECK_EQ(omp_get_teams_thread_limit(), 2);
  teams = 0;
#pragma omp teams
  {
    __atomic_add_fetch(&teams, 1, __ATOMIC_SEQ_CST);
    CHECK(omp_get_num_teams() <= 3);
#pragma omp parallel
    CHECK_EQ(omp_get_thread_limit(), 2);
  }
  CHECK(teams >= 1 && teams <= 3);
  return 0;
}
