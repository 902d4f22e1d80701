// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait: children are complete when it ends.
// expect: sync_begin:taskwait = 2
// expect: sync_end:taskwait = 2
// expect: create:explicit = 6
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) {
#pragma omp task shared(done)
      {
#pragma omp atomic
        done += 1;
      }
    }
#pragma omp taskwait
    check(done == 3 * (i + 1), "taskwait");
  }
  return 0;
}
