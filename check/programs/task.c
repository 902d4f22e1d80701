// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks: each is created, runs, completes.
// expect: create:explicit = 20
// expect: create:undeferred <= 20
// expect: switch:complete = 20
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task shared(done)
    {
#pragma omp atomic
      done += 1;
    }
  }
  check(done == 20, "tasks");
  return 0;
}
