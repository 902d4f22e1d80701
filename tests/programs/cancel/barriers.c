// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every barrier inside a region that is cancelled lets its threads go: explicit, of loops, sections and
// single.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

int main(void) {
  int size = omp_get_max_threads();
  for (int round = 0; round < 40; round++) {
    int finished = 0, where = round % 5;
#pragma omp parallel
    {
      if (omp_get_thread_num() == round % size) {
        busy(500);
#pragma omp cancel parallel
      }
      switch (where) {
        case 0: {
#pragma omp barrier
          break;
        }
        case 1:
#pragma omp for schedule(dynamic)
          for (int i = 0; i < 10; i++) busy(10);
          break;
        case 2:
#pragma omp for
          for (int i = 0; i < 10; i++) busy(10);
          break;
        case 3:
#pragma omp sections
        {
#pragma omp section
          busy(10);
        } break;
        case 4:
#pragma omp single
          busy(10);
          break;
      }
#pragma omp atomic
      finished++;
    }
    CHECK_EQ(finished, 0);
    int tasks = 0;
#pragma omp parallel
    {
#pragma omp task shared(tasks)
      {
#pragma omp atomic
        tasks++;
      }
#pragma omp barrier
      CHECK_EQ(tasks, size);
    }
  }
  return 0;
}
