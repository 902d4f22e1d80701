// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences: told with the task, and kept.
// expect: create:explicit = 12
// expect: create:depend = 12
// expect: dependences:* = 24
// expect: switch:complete = 12
#include "check.h"

int main(void) {
  int value = 0;
  int other = 0;
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 12; ++i) {
#pragma omp task depend(inout : value) depend(in : other) shared(value, wrong) firstprivate(i)
    {
      wrong += value != i;
      value += 1;
    }
  }
  check(value == 12 && wrong == 0, "dependences");
  return 0;
}
