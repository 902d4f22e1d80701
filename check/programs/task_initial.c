// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of the initial task, outside of every region.
// expect: create:explicit = 3
// expect: switch:complete = 3
// expect: parallel_begin = 0
#include "check.h"

int main(void) {
  int done = 0;
  for (int i = 0; i < 3; ++i) {
#pragma omp task shared(done)
    done += 1;
  }
#pragma omp taskwait
  check(done == 3, "tasks");
  return 0;
}
