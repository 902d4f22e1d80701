// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// distribute: each team a part of the iterations.
// expect: work_begin:distribute = 2
// expect: work_end:distribute = 2
// expect: league_begin = 1
// expect: parallel_begin = 2
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : sum)
#pragma omp distribute parallel for reduction(+ : sum)
  for (int i = 0; i < 30; ++i) sum += 1;
  check(sum == 30, "distribute");
  return 0;
}
