// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grammar: no it brings a tool of its own
// A tool that uses OpenMP in its callbacks, also where the thread is in no region: a worker's begin and end.
// It is not reported, and gets the answers that a thread gets that is alone.
#include <omp-tools.h>
#include <omp.h>

#include "check.h"
#include "own_tool.h"

static int begun, ended, implicit;

static void use_openmp(void) {
  int ran = 0;
  omp_lock_t lock;
  CHECK(omp_get_max_threads() >= 1);
  CHECK(omp_get_thread_num() >= 0 && omp_get_thread_num() < omp_get_num_threads());
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
#pragma omp task shared(ran)
  ran++;
#pragma omp taskwait
  CHECK_EQ(ran, 1);
}

static void alone(void) {
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_in_parallel(), 0);
  use_openmp();
}

static void on_thread_begin(ompt_thread_t type, ompt_data_t* data) {
  (void)data;
  if (type == ompt_thread_worker) alone();
  __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
}

static void on_thread_end(ompt_data_t* data) {
  (void)data;
  alone();
  __atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task,
                             unsigned size, unsigned index, int flags) {
  (void)endpoint, (void)region, (void)task, (void)size, (void)index, (void)flags;
  use_openmp();
  __atomic_fetch_add(&implicit, 1, __ATOMIC_RELAXED);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin);
  set(ompt_callback_thread_end, (ompt_callback_t)on_thread_end);
  set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task);
  return 1;
}

static void finalize(ompt_data_t* data) {
  (void)data;
  CHECK_EQ(ended, begun);
  CHECK(implicit >= 2);
}

int main(void) {
  int count = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
#pragma omp atomic
    count++;
  }
  CHECK(count >= 20);
  return 0;
}
