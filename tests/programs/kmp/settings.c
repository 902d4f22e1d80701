// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the routines of LLVM's library
// env: OMP_CANCELLATION=true
// The kmp_ settings: what is set is what is answered, threads get the stack that was asked for, and a program
// may add to its environment before the first use of OpenMP.
#define _GNU_SOURCE
#include <limits.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

int kmp_get_num_known_threads(void);

static size_t stack_of_this_thread(void) {
  pthread_attr_t attributes;
  size_t bytes = 0;
  void* address;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &address, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

static void check_stacks(void) {
  const size_t asked = 3 << 20;
  kmp_set_stacksize_s(asked);
  CHECK_EQ(kmp_get_stacksize_s(), asked);
  CHECK_EQ(kmp_get_stacksize(), asked);
#pragma omp parallel
  if (omp_get_thread_num() > 0) CHECK_EQ(stack_of_this_thread() / 4096, asked / 4096);
  kmp_set_stacksize(1 << 20);
  CHECK_EQ(kmp_get_stacksize_s(), 1 << 20);
  CHECK(kmp_get_num_known_threads() >= omp_get_max_threads());
}

static void check_waiting(void) {
  const int at_start = kmp_get_blocktime();
  CHECK(at_start >= 0);
  const int times[] = {0, 1, 200, INT_MAX, 1, 0};
  for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
    kmp_set_blocktime(times[i]);
    CHECK_EQ(kmp_get_blocktime(), times[i]);
    int members = 0;
#pragma omp parallel reduction(+ : members)
    members++;
    CHECK_EQ(members, omp_get_max_threads());
  }
  kmp_set_blocktime(-5);
  CHECK_EQ(kmp_get_blocktime(), 0);

  const int threads = omp_get_max_threads();
  kmp_set_library_turnaround();
  CHECK_EQ(kmp_get_library(), 2);
  CHECK_EQ(kmp_get_blocktime(), INT_MAX);
  kmp_set_library_serial();
  CHECK_EQ(kmp_get_library(), 1);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members++;
  CHECK_EQ(members, 1);
  kmp_set_library(3);
  CHECK_EQ(kmp_get_library(), 3);
  CHECK_EQ(kmp_get_blocktime(), at_start);
  CHECK_EQ(omp_get_max_threads(), threads);
}

static void check_cancellation_status(void) {
  CHECK_EQ(kmp_get_cancellation_status(cancel_parallel), 0);
  int seen = 0;
#pragma omp parallel reduction(+ : seen)
  {
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
    while (!kmp_get_cancellation_status(cancel_parallel)) busy(10);
    seen++;
  }
  // Thread 0 has left; the others saw what it did.
  CHECK_EQ(seen, omp_get_max_threads() - 1);
}

int main(void) {
  kmp_set_defaults("OMP_SCHEDULE=guided,7|OMP_MAX_ACTIVE_LEVELS=3");
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind, omp_sched_guided);
  CHECK_EQ(chunk, 7);
  CHECK_EQ(omp_get_max_active_levels(), 3);
  kmp_set_warnings_off();
  kmp_set_defaults("OMP_SCHEDULE=dynamic");  // too late, and said to nobody
  kmp_set_warnings_on();
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind, omp_sched_guided);
  kmp_set_disp_num_buffers(11);
  check_stacks();
  check_waiting();
  check_cancellation_status();
  return 0;
}
