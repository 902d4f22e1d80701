// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host teams: every team runs once with one initial thread; num_teams, thread_limit, data clauses and
// reduction.
#include <omp.h>

#include "check.h"

int main(void) {
  int ran[32] = {0}, teams = 0, sum = 0, first = 4;
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
#pragma omp teams num_teams(5) thread_limit(3) firstprivate(first)
  {
    CHECK(omp_get_num_teams() >= 1 && omp_get_num_teams() <= 5);
    CHECK(omp_get_team_num() < omp_get_num_teams());
    CHECK_EQ(first, 4);
    first++;
    __atomic_add_fetch(&ran[omp_get_team_num()], 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&teams, omp_get_num_teams(), __ATOMIC_SEQ_CST);
#pragma omp parallel
    {
      CHECK_EQ(omp_get_thread_limit(), 3);
      CHECK(omp_get_num_threads() <= 3);
      CHECK_EQ(omp_get_level(), 1);
    }
  }
  for (int i = 0; i < 32; i++) CHECK_EQ(ran[i], i < teams);
#pragma omp teams num_teams(4) reduction(+ : sum) default(none)
  sum += omp_get_team_num() + 1;
  CHECK(sum == 1 || sum == 3 || sum == 6 || sum == 10);
  teams = 0;
#pragma omp teams shared(teams)
  __atomic_add_fetch(&teams, 1, __ATOMIC_SEQ_CST);
  CHECK(teams >= 1);
#pragma omp teams num_teams(1) private(first)
  {
    first = 7;
    CHECK_EQ(omp_get_num_teams(), 1);
  }
  CHECK_EQ(first, 4);
  CHECK_EQ(omp_get_num_teams(), 1);
  return 0;
}
