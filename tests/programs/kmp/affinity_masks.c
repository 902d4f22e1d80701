// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the routines of LLVM's library
// kmp_affinity_mask_t: sets of processors, and binding by them as the operating system sees it.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

int kmp_set_thread_affinity_mask_initial(void);

static int is_bound_to(int processor) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set) == 1 && CPU_ISSET(processor, &set);
}

int main(void) {
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  kmp_affinity_mask_t all;
  kmp_create_affinity_mask(&all);
  CHECK_EQ(kmp_get_affinity(&all), 0);
  int first = -1;
  for (int processor = 0; processor < kmp_get_affinity_max_proc(); processor++) {
    CHECK_EQ(kmp_get_affinity_mask_proc(processor, &all), CPU_ISSET(processor, &before) != 0);
    if (first < 0 && CPU_ISSET(processor, &before)) first = processor;
  }

  kmp_affinity_mask_t one;
  kmp_create_affinity_mask(&one);
  CHECK_EQ(kmp_get_affinity_mask_proc(first, &one), 0);
  CHECK_EQ(kmp_set_affinity_mask_proc(first, &one), 0);
  CHECK_EQ(kmp_get_affinity_mask_proc(first, &one), 1);
  CHECK_EQ(kmp_set_affinity_mask_proc(-1, &one), -1);
  CHECK_EQ(kmp_set_affinity_mask_proc(kmp_get_affinity_max_proc(), &one), -1);
#pragma omp parallel
  {
    CHECK_EQ(kmp_set_affinity(&one), 0);
    CHECK(is_bound_to(first));
    CHECK_EQ(kmp_set_thread_affinity_mask_initial(), 0);
    cpu_set_t now;
    sched_getaffinity(0, sizeof now, &now);
    CHECK(CPU_EQUAL(&now, &before));
  }
  CHECK_EQ(kmp_unset_affinity_mask_proc(first, &one), 0);
  CHECK_EQ(kmp_get_affinity_mask_proc(first, &one), 0);
  CHECK(kmp_set_affinity(&one) != 0);  // nowhere to run
  kmp_destroy_affinity_mask(&one);
  kmp_destroy_affinity_mask(&all);
  return 0;
}
