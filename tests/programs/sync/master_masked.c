// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// master and masked, with filter: the named threads only, without a barrier; combined forms.
#include <omp.h>

#include "check.h"

int main(void) {
  int size = omp_get_max_threads(), ran = 0, filtered = 0, nobody = 0, sum = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
    {
#pragma omp master
      {
        CHECK_EQ(omp_get_thread_num(), 0);
        ran++;
      }
#pragma omp masked
      {
        CHECK_EQ(omp_get_thread_num(), 0);
        ran++;
      }
#pragma omp masked filter(size - 1)
      {
        CHECK_EQ(omp_get_thread_num(), size - 1);
        filtered++;
      }
#pragma omp masked filter(size)
      nobody++;
#pragma omp masked filter(omp_get_thread_num())
#pragma omp atomic
      sum++;
    }
  }
  CHECK_EQ(ran, 40);
  CHECK_EQ(filtered, 20);
  CHECK_EQ(nobody, 0);
  CHECK_EQ(sum, 20 * size);
#pragma omp parallel masked
  ran++;
#pragma omp parallel master
  ran++;
#pragma omp parallel masked taskloop reduction(+ : sum)
  for (int i = 0; i < 10; i++) sum++;
#pragma omp parallel master taskloop simd reduction(+ : sum) num_tasks(3)
  for (int i = 0; i < 10; i++) sum++;
  CHECK_EQ(ran, 42);
  CHECK_EQ(sum, 20 * size + 20);
  return 0;
}
