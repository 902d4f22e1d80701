// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of 500 threads: barriers, a loop, tasks, single and critical work, and the team after it is small
// again.
//
// threads: 500
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_dynamic(0);
  int size = omp_get_max_threads(), ran = 0, loop = 0, tasks = 0, singles = 0, inside = 0;
  CHECK_EQ(size, 500);
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), 500);
#pragma omp atomic
    ran++;
#pragma omp barrier
    CHECK_EQ(ran, 500);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2000; i++) {
#pragma omp atomic
      loop++;
    }
#pragma omp single
    singles++;
#pragma omp task shared(tasks)
    {
#pragma omp atomic
      tasks++;
    }
#pragma omp critical
    inside++;
#pragma omp barrier
    CHECK_EQ(tasks, 500);
  }
  CHECK_EQ(loop, 2000);
  CHECK_EQ(singles, 1);
  CHECK_EQ(inside, 500);
#pragma omp parallel num_threads(2) reduction(+ : ran)
  ran++;
  CHECK_EQ(ran, 502);
#pragma omp parallel reduction(+ : ran)
  ran++;
  CHECK_EQ(ran, 1002);
  return 0;
}
