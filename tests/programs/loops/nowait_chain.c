// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long chain of nowait loops of all schedules: threads run far apart, and each loop keeps its own state.
#include <omp.h>

#include "coverage.h"

enum { kLoops = 2600, kCount = 36 };  // more loops than a team's ring has slots

int main(void) {
#pragma omp parallel
  {
    for (int loop = 0; loop < kLoops; loop++) {
      if (omp_get_thread_num() == loop % omp_get_num_threads()) busy(3000);
      switch (loop % 5) {
        case 0:
#pragma omp for schedule(dynamic) nowait
          for (int i = 0; i < kCount; i++) mark(loop * kCount + i);
          break;
        case 1:
#pragma omp for schedule(guided, 3) nowait
          for (int i = 0; i < kCount; i++) mark(loop * kCount + i);
          break;
        case 2:
#pragma omp for schedule(static) nowait
          for (int i = 0; i < kCount; i++) mark(loop * kCount + i);
          break;
        case 3:
#pragma omp for schedule(monotonic : dynamic, 7) nowait
          for (unsigned long long i = 0; i < kCount; i++) mark(loop * kCount + (long)i);
          break;
        case 4:
#pragma omp for ordered schedule(dynamic, 2) nowait
          for (int i = 0; i < kCount; i++) {
#pragma omp ordered
            mark(loop * kCount + i);
          }
          break;
      }
    }
  }
  check_marks(kLoops * kCount);
  return 0;
}
