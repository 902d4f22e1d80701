// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A league of one team is a league all the same.
// expect: league_begin = 1
// expect: league_end = 1
// expect: initial_begin = 2
// expect: initial_end = 2
#include "check.h"

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(1) reduction(+ : teams)
  teams += 1;
  check(teams == 1, "teams");
  return 0;
}
