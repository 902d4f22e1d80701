// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// master: one thread, no barrier. A compiler may do without the runtime.
// expect: masked_begin = 1
// expect: masked_end = 1
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
  {
#pragma omp master
    done += 1;
  }
  check(done == 1, "master");
  return 0;
}
