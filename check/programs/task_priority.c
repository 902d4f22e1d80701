// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that change nothing of the events: priority, mergeable, firstprivate.
// expect: create:explicit = 10
// expect: switch:complete = 10
#include "check.h"

int main(void) {
  int done = 0;
  int values[40] = {7};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; ++i) {
#pragma omp task priority(i) shared(done) firstprivate(values)
    {
#pragma omp atomic
      done += values[0];
    }
#pragma omp task mergeable shared(done)
    {
#pragma omp atomic
      done += 1;
    }
  }
  check(done == 40, "tasks");
  return 0;
}
