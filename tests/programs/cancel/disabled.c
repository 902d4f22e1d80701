// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without OMP_CANCELLATION nothing is cancelled, and cancellation points do nothing.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK(!omp_get_cancellation());
  int size = omp_get_max_threads(), passed = 0, loop = 0, sections = 0, tasks = 0;
#pragma omp parallel
  {
#pragma omp cancel parallel
#pragma omp barrier
#pragma omp cancellation point parallel
#pragma omp atomic
    passed++;
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp cancel for
#pragma omp atomic
      loop++;
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100; i++) {
#pragma omp cancel for if (i == 0)
#pragma omp cancellation point for
#pragma omp atomic
      loop++;
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
#pragma omp atomic
        sections++;
      }
#pragma omp section
      {
#pragma omp atomic
        sections++;
      }
    }
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(tasks)
      {
#pragma omp cancel taskgroup
#pragma omp atomic
        tasks++;
      }
    }
  }
  CHECK_EQ(passed, size);
  CHECK_EQ(loop, 200);
  CHECK_EQ(sections, 2);
  CHECK_EQ(tasks, 20);
  return 0;
}
