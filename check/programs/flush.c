// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flush: an instruction, or a call that the runtime sees.
// expect: flush <= T
#include "check.h"

int main(void) {
#pragma omp parallel
  {
    sink = 1;
#pragma omp flush
    sink = 2;
  }
  return 0;
}
