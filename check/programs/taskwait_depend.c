// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait with dependences is a task of its own, which is created and completes.
// expect: create:explicit = 2
// expect: create:taskwait = 1
// expect: switch:taskwait_complete = 1
#include "check.h"

int main(void) {
  int first = 0;
  int second = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : first) shared(first)
    first = 1;
#pragma omp task depend(out : second) shared(second)
    second = 1;
#pragma omp taskwait depend(in : first)
    check(first == 1, "taskwait depend");
#pragma omp taskwait
    check(second == 1, "taskwait");
  }
  return 0;
}
