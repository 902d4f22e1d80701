// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel parallel: threads leave at cancellation points and barriers; code after the cancel is skipped by the
// canceller.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK(omp_get_cancellation());
  int size = omp_get_max_threads();
  for (int round = 0; round < 30; round++) {
    int after = 0, passed = 0, began = 0, late = 0;
#pragma omp parallel
    {
#pragma omp atomic
      began++;
      if (omp_get_thread_num() == round % size) {
#pragma omp cancel parallel
        after++;
      }
#pragma omp barrier
      passed++;  // nobody passes: the barrier is a cancellation point, and one thread never arrives
    }
    CHECK_EQ(began, size);
    CHECK_EQ(after, 0);
    CHECK_EQ(passed, 0);
#pragma omp parallel
    {
      if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
      }
      for (;;) {
#pragma omp cancellation point parallel
        usleep(1);
      }
    }
    CHECK_EQ(late, 0);
#pragma omp parallel reduction(+ : late)
    late++;  // the next region is whole again
    CHECK_EQ(late, size);
  }
  return 0;
}
