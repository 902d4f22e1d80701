// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// untied tasks with scheduling points inside, taskyield while others are ready, deep chains of tasks.
#include <omp.h>

#include "check.h"

static int deepest = 0;

static void chain(int depth) {
#pragma omp atomic
  deepest++;
  if (depth == 0) return;
#pragma omp task untied
  chain(depth - 1);
#pragma omp taskwait
}

int main(void) {
  int count = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 50; i++) {
#pragma omp task untied shared(count)
      {
        int mine = 0;
#pragma omp taskyield
        for (int j = 0; j < 3; j++) {
#pragma omp task untied shared(mine)
          {
#pragma omp taskyield
#pragma omp atomic
            mine++;
          }
        }
#pragma omp taskwait
        CHECK_EQ(mine, 3);
#pragma omp atomic
        count++;
      }
    }
#pragma omp task untied
    chain(300);
  }
  CHECK_EQ(count, 50);
  CHECK_EQ(deepest, 301);
#pragma omp taskyield
  return 0;
}
