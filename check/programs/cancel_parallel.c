// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled region: who cancels says so once.
// env: OMP_CANCELLATION=true
// expect: cancel:parallel:activated = 1
// expect: parallel_end = 1
// expect: implicit_end = T
#include "check.h"

int main(void) {
  check(omp_get_cancellation() == 1, "cancellation is on");
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
    for (;;) {
#pragma omp cancellation point parallel
    }
  }
  return 0;
}
