// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orphaned worksharing: called from a region it shares, called outside one it runs every iteration itself.
#include <omp.h>

#include "coverage.h"

static void work(int n) {
#pragma omp for schedule(dynamic, 2)
  for (int i = 0; i < n; i++) mark(i);
#pragma omp for
  for (int i = 0; i < n; i++) mark(n + i);
#pragma omp for schedule(guided) ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    mark(2 * n + i);
  }
#pragma omp sections
  {
#pragma omp section
    mark(3 * n);
#pragma omp section
    mark(3 * n + 1);
  }
#pragma omp single
  mark(3 * n + 2);
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    work(50);
    check_marks(153);
#pragma omp parallel
    work(50);
    check_marks(153);
#pragma omp parallel if (0)
    work(50);
    check_marks(153);
  }
  int inside = 0;
#pragma omp parallel num_threads(2)
  {
    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
    {
      int total = 0;  // a team of one: the loop is whole for each
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 10; i++) total++;
      CHECK_EQ(total, 10);
#pragma omp atomic
      inside += total;
    }
  }
  CHECK_EQ(inside, 20);
  return 0;
}
