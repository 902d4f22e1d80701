// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_PLACES and OMP_PROC_BIND put threads where they say: seen through the kernel's affinity masks.
//
// env: OMP_PLACES={0},{1}
// env: OMP_PROC_BIND=spread
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

static int only_processor(void) {
  cpu_set_t set;
  CHECK_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  if (CPU_COUNT(&set) != 1) return -1;
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &set)) return i;
  return -1;
}

int main(void) {
  cpu_set_t before;
  CHECK_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  if (omp_get_num_places() != 2) return 0;  // fewer than two processors here
  int seen[2] = {0, 0}, size = omp_get_max_threads();
#pragma omp parallel
  {
    int processor = only_processor();
    CHECK_EQ(processor, omp_get_place_num());
#pragma omp atomic
    seen[processor]++;
  }
  CHECK(seen[0] + seen[1] == size && (size == 1 || (seen[0] && seen[1])));
#pragma omp parallel proc_bind(primary)
  CHECK_EQ(only_processor(), omp_get_place_num());
#pragma omp parallel proc_bind(close) num_threads(2)
  CHECK_EQ(only_processor(), omp_get_place_num());
  return 0;
}
