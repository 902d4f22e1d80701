// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if(0): undeferred, complete before its creator goes on.
// expect: create:explicit = 5
// expect: create:undeferred = 5
// expect: switch:complete = 5
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; ++i) {
#pragma omp task if (0) shared(done)
    done += 1;
    check(done == i + 1, "undeferred");
  }
  return 0;
}
