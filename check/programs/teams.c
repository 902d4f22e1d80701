// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams on the host: a league, and one initial task per team.
// expect: league_begin = 1
// expect: league_end = 1
// expect: initial_begin = 3
// expect: initial_end = 3
// expect: implicit_begin = 0
#include "check.h"

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : teams)
  teams += 1;
  check(teams == 2, "teams");
  return 0;
}
