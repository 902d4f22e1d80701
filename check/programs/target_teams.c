// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A combined construct on the host: one target region, one league, distribute and loops inside.
// expect: target_begin:target = 1 | clang: target regions are plain code to it without a device
// expect: league_begin = 1
// expect: league_end = 1
// expect: work_begin:distribute = 2
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(2) map(tofrom : sum) reduction(+ : sum) device(omp_get_initial_device())
  for (int i = 0; i < 30; ++i) sum += 1;
  check(sum == 30, "sum");
  return 0;
}
