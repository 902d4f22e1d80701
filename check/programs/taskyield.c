// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskyield may or may not switch: the stream stays coherent.
// expect: create:explicit = 8
// expect: switch:complete = 8
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task shared(done)
    {
#pragma omp taskyield
#pragma omp atomic
      done += 1;
    }
  }
  check(done == 8, "taskyield");
  return 0;
}
