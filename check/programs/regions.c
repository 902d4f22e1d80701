// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions one after another: the threads of one team serve the next.
// expect: parallel_begin = 10
// expect: implicit_begin = 10 * T
// expect: implicit_end = 10 * T
// expect: sync_begin:parallel = 10 * T
#include "check.h"

int main(void) {
  for (int i = 0; i < 10; ++i) {
#pragma omp parallel
    sink = i;
  }
  return 0;
}
