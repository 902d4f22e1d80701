// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskgroup: descendants are complete when it ends.
// expect: sync_begin:taskgroup = 1
// expect: sync_end:taskgroup = 1
// expect: create:explicit = 8
// expect: switch:complete = 8
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(done)
      {
#pragma omp task shared(done)
        {
#pragma omp atomic
          done += 1;
        }
      }
    }
    check(done == 4, "taskgroup");
  }
  return 0;
}
