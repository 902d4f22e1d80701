// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many small tasks from one thread, from all threads, and from tasks: each runs exactly once.
#include <omp.h>

#include "check.h"

enum { kMany = 20000 };
static unsigned char ran[kMany];

static void split(int from, int to) {
  if (to - from <= 3) {
    for (int i = from; i < to; i++) ran[i]++;
    return;
  }
#pragma omp task
  split(from, (from + to) / 2);
#pragma omp task
  split((from + to) / 2, to);
}

static void check_all(int times) {
  for (int i = 0; i < kMany; i++) {
    CHECK_EQ(ran[i], times);
    ran[i] = 0;
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMany; i++) {
#pragma omp task
    ran[i]++;
  }
  check_all(1);
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < kMany; i++) {
#pragma omp task
      ran[i]++;
    }
  }
  check_all(1);
#pragma omp parallel
#pragma omp single
  split(0, kMany);
  check_all(1);
#pragma omp parallel
  {
#pragma omp masked
    split(0, kMany / 2);
#pragma omp masked filter(omp_get_num_threads() - 1)
    split(kMany / 2, kMany);
  }
  check_all(1);
  return 0;
}
