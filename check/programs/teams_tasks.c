// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks inside the parallel regions of teams: barriers of all members, and tasks complete before they end.
// expect: league_begin = 1
// expect: initial_begin = 3
// expect: parallel_begin = 2
// expect: create:explicit = 8
// expect: switch:complete = 8
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  for (int i = 0; i < 4; ++i) {
#pragma omp task shared(done)
    {
#pragma omp atomic
      done += 1;
    }
  }
  check(done == 8, "tasks");
  return 0;
}
