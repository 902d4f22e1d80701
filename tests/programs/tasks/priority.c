// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// priority: a hint that changes no result; when one thread has several tasks ready, the higher ones may go
// first.
//
// env: OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_max_task_priority(), 10);
  int ran[100] = {0};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task priority(i % 14) shared(ran)
      {
#pragma omp atomic
        ran[i]++;
      }
    }
    int x = 0;
    for (int i = 0; i < 10; i++) {
#pragma omp task priority(i) depend(inout : x) shared(x)
      CHECK_EQ(x++, i);
    }
#pragma omp taskwait
    CHECK_EQ(x, 10);
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(ran[i], 1);
  return 0;
}
