// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part that Clang builds.
#include "parts.h"

static void share_loop(int* marks, int count) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < count; i++) {
#pragma omp atomic
    marks[i]++;
  }
}

static void create_tasks(long* sum, int count) {
  for (int i = 1; i <= count; i++) {
#pragma omp task firstprivate(i)
    {
#pragma omp atomic
      *sum += i;
    }
  }
}

static void wait_for_children(void) {
#pragma omp taskwait
}

static void add_locked(omp_lock_t* lock, omp_nest_lock_t* nest, long* sum) {
  omp_set_lock(lock);
  omp_set_nest_lock(nest);
  omp_set_nest_lock(nest);
  ++*sum;
  omp_unset_nest_lock(nest);
  omp_unset_nest_lock(nest);
  omp_unset_lock(lock);
}

const struct ClangPart clang_part = {
    region, ask, share_loop, create_tasks, wait_for_children, add_locked, omp_set_num_threads};
