// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: does not know num_teams(lower : upper)
// teams with a lower and an upper bound, on the host and under target.
#include <omp.h>

#include "check.h"

int main(void) {
  int sum = 0, teams = 0;
#pragma omp teams num_teams(2 : 4) reduction(+ : sum) default(none)
  sum += omp_get_team_num() + 1;
  CHECK(sum == 3 || sum == 6 || sum == 10);
#pragma omp target teams num_teams(2 : 5) reduction(+ : teams)
  teams += 1;
  CHECK(teams >= 2 && teams <= 5);
  return 0;
}
