// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part that Clang builds.
#define _GNU_SOURCE
#include "parts.h"

#include <unistd.h>

static struct Answer ask_here(void) {
  struct Answer answer = {gettid(),        omp_get_thread_num(),  omp_get_num_threads(),
                          omp_get_level(), omp_get_max_threads(), omp_in_parallel()};
  return answer;
}

static int region(struct Answer* answers) {
  int threads = 0;
#pragma omp parallel
  {
    answers[omp_get_thread_num()] = ask_here();
#pragma omp single
    threads = omp_get_num_threads();
  }
  return threads;
}

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
    region, ask_here, share_loop, create_tasks, wait_for_children, add_locked, omp_set_num_threads};
