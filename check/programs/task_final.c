// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// final: the task's own tasks are included.
// expect: create:explicit = 6
// expect: create:final >= 2
// expect: switch:complete = 6
// expect: create:undeferred >= 4
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task final(1) shared(done)
    {
#pragma omp task shared(done)
      {
#pragma omp atomic
        done += 1;
      }
#pragma omp task shared(done)
      {
#pragma omp atomic
        done += 1;
      }
    }
  }
  check(done == 4, "final");
  return 0;
}
