// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: it calls libatomic, of which no OpenMP runtime knows
// atomic of what no instruction can do: the runtime takes a mutex for it.
// expect: acquire:atomic = T
// expect: acquired:atomic = T
// expect: released:atomic = T
#include "check.h"

int main(void) {
  long double large = 0;
#pragma omp parallel
  {
#pragma omp atomic
    large += 1;
  }
  check(large == omp_get_max_threads(), "atomic");
  return 0;
}
