// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait waits for children only, taskgroup for all descendants, barriers for everything; taskyield in
// between.
#include <omp.h>

#include "check.h"

static void family(int* children, int* grandchildren) {
  for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(children, grandchildren)
    {
      for (int j = 0; j < 5; j++) {
#pragma omp task firstprivate(grandchildren)
        {
          busy(100);
#pragma omp atomic
          (*grandchildren)++;
        }
      }
#pragma omp taskyield
#pragma omp atomic
      (*children)++;
    }
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    int children = 0, grandchildren = 0, late = 0, counted = 0;
#pragma omp parallel
    {
#pragma omp single
      {
        family(&children, &grandchildren);
#pragma omp taskwait
        CHECK_EQ(children, 10);
      }
      CHECK_EQ(grandchildren, 50);
#pragma omp barrier
#pragma omp single
      {
        children = grandchildren = 0;
#pragma omp taskgroup
        {
          family(&children, &grandchildren);
#pragma omp taskgroup
          {
#pragma omp task shared(late)
            late = 1;
          }
          CHECK_EQ(late, 1);
        }
        CHECK_EQ(children, 10);
        CHECK_EQ(grandchildren, 50);
      }
#pragma omp master
      {
#pragma omp task shared(late)
        {
          busy(1000);
          late = 2;
        }
      }
#pragma omp barrier
      CHECK_EQ(late, 2);
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 20; i++) {
#pragma omp task shared(counted)
#pragma omp atomic
        counted++;
      }
      CHECK_EQ(counted, 20);
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task shared(late)
      late = 3;
    }
    CHECK_EQ(late, 3);
  }
  return 0;
}
