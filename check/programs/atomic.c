// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic: mostly instructions, of which no runtime knows.
// expect: acquire:atomic <= T
// expect: released:atomic <= T
#include "check.h"

int main(void) {
  int value = 0;
#pragma omp parallel
  {
#pragma omp atomic
    value += 1;
  }
  check(value == omp_get_max_threads(), "atomic");
  return 0;
}
