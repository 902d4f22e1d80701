// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel taskgroup: tasks of the group that have not begun are discarded, also descendants; other groups go
// on.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

static int found, visited;

static void search(int node) {
  if (node >= 2000) return;
  for (int child = 2 * node + 1; child <= 2 * node + 2; child++) {
#pragma omp task
    {
#pragma omp atomic
      visited++;
      if (child == 100) {
#pragma omp atomic write
        found = 1;
#pragma omp cancel taskgroup
      }
#pragma omp cancellation point taskgroup
      search(child);
    }
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    int others = 0, ran = 0, inner = 0;
    found = visited = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
      search(0);
      CHECK_EQ(found, 1);
      CHECK(visited <= 4002);
#pragma omp taskgroup
      {
        for (int i = 0; i < 50; i++) {
#pragma omp task shared(others)
          {
#pragma omp atomic
            others++;
          }
        }
      }
      CHECK_EQ(others, 50);
      int cancelled = 0;
#pragma omp taskgroup
      {
#pragma omp task if (0) shared(cancelled)
        {
#pragma omp taskgroup
          {
#pragma omp task shared(inner)
            {
#pragma omp atomic
              inner++;
            }
          }
#pragma omp atomic write
          cancelled = 1;
#pragma omp cancel taskgroup
        }
        for (int i = 0; i < 50; i++) {
#pragma omp task shared(ran)
          {
#pragma omp atomic
            ran++;
          }
        }
      }
      CHECK_EQ(cancelled, 1);
      CHECK_EQ(inner, 1);
      CHECK_EQ(ran, 0);  // created after the cancel: none of them begins
    }
    int whole = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 10; i++) {
#pragma omp task shared(whole)
      {
#pragma omp atomic
        whole++;
      }
    }
    CHECK_EQ(whole, 10);
  }
  return 0;
}
