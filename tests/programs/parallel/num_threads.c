// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel num_threads, omp_set_num_threads: the team has the size asked for, whatever the size of the last
// one.
#include <omp.h>

#include "check.h"

static void region_of(int size) {
  int seen[16] = {0}, total = 0;
#pragma omp parallel num_threads(size) reduction(+ : total)
  {
    CHECK_EQ(omp_get_num_threads(), size);
#pragma omp atomic
    seen[omp_get_thread_num()]++;
    total += omp_get_thread_num() + 1;
  }
  CHECK_EQ(total, size * (size + 1) / 2);
  for (int i = 0; i < 16; i++) CHECK_EQ(seen[i], i < size);
}

int main(void) {
  omp_set_dynamic(0);
  int sizes[] = {3, 1, 5, 2, 9, 2, 16, 1, 4, 4, 4, 16, 3};
  for (int round = 0; round < 10; round++)
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) region_of(sizes[i]);
  for (int size = 1; size < 10; size++) {
    omp_set_num_threads(size);
    CHECK_EQ(omp_get_max_threads(), size);
    int got = 0;
#pragma omp parallel
#pragma omp master
    got = omp_get_num_threads();
    CHECK_EQ(got, size);
  }
  return 0;
}
