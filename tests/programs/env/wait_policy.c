// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both wait policies give the same results; passive waiting also with many threads and long gaps.
//
// threads: 2
#include <omp.h>

#include "again.h"

static int work(void) {
  int sum = 0;
  for (int round = 0; round < 30; round++) {
#pragma omp parallel num_threads(6) reduction(+ : sum)
    {
      if (omp_get_thread_num() == round % 6) usleep(500);
#pragma omp barrier
      sum++;
#pragma omp single
      usleep(100);
#pragma omp task
      busy(100);
    }
    if (round % 10 == 0) usleep(2000);
  }
  return sum == 180 ? 0 : 1;
}

int main(int argc, char** argv) {
  if (argc > 1) return work();
  CHECK_EQ(run_with("work", "OMP_WAIT_POLICY=passive"), 0);
  CHECK_EQ(run_with("work", "OMP_WAIT_POLICY=active"), 0);
  CHECK_EQ(run_again("work", NULL), 0);
  return 0;
}
