// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// untied tasks with scheduling points: what is named as prior task is what ran.
// expect: create:explicit = 24
// expect: create:untied = 8
// expect: switch:complete = 24
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task untied shared(done)
    {
      for (int j = 0; j < 2; ++j) {
#pragma omp task shared(done)
        {
#pragma omp atomic
          done += 1;
        }
      }
#pragma omp taskyield
#pragma omp taskwait
      sink = done;
    }
  }
  check(done == 16, "untied");
  return 0;
}
