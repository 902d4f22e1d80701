// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadprivate lives from region to region on each thread; copyin gives every thread the primary thread's
// value.
#include <omp.h>

#include "check.h"

static int counter = 100;
static double table[3] = {1, 2, 3};
#pragma omp threadprivate(counter, table)

int main(void) {
  omp_set_dynamic(0);
  int size = omp_get_max_threads();
#pragma omp parallel
  {
    CHECK_EQ(counter, 100);
    counter += omp_get_thread_num();
  }
  for (int round = 1; round < 10; round++) {
#pragma omp parallel
    {
      CHECK_EQ(counter, 100 + round * omp_get_thread_num());
      counter += omp_get_thread_num();
    }
  }
  CHECK_EQ(counter, 100);
  counter = 7;
  table[1] = 20;
  int sum = 0;
#pragma omp parallel copyin(counter, table) reduction(+ : sum)
  {
    CHECK_EQ(counter, 7);
    CHECK(table[1] == 20 && table[2] == 3);
#pragma omp barrier
    counter = omp_get_thread_num();
    sum += counter;
  }
  CHECK_EQ(sum, size * (size - 1) / 2);
  CHECK_EQ(counter, 0);
#pragma omp parallel for copyin(counter) schedule(static, 1)
  for (int i = 0; i < 4 * size; i++) CHECK_EQ(counter, 0);
  return 0;
}
