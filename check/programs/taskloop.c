// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskloop: work with the number of iterations, tasks with their chunks, and an implicit taskgroup.
// expect: work_begin:taskloop = 1
// expect: work_end:taskloop = 1
// expect: create:explicit >= 10
// expect: dispatch_iterations:taskloop_chunk = 40
// expect: sync_begin:taskgroup = 1
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(4) shared(sum)
  for (int i = 0; i < 40; ++i) {
#pragma omp atomic
    sum += 1;
  }
  check(sum == 40, "taskloop");
  return 0;
}
