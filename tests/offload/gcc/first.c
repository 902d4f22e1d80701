// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// Several threads are the first to ask for a device: the engine is opened once, and each gets its result.
#include "driver.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { kThreads = 8 };

static atomic_int ready;

static void* ask(void* unused) {
  int x = 1;
  atomic_fetch_add(&ready, 1);
  while (atomic_load(&ready) < kThreads) sched_yield();
#pragma omp target map(tofrom : x)
  x += 41;
  CHECK_EQ(x, 42);
  CHECK_EQ(omp_get_num_devices(), 1);
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) CHECK_EQ(pthread_create(&threads[i], NULL, ask, NULL), 0);
  for (int i = 0; i < kThreads; i++) CHECK_EQ(pthread_join(threads[i], NULL), 0);
  CHECK_EQ(kernels_launched(0), kThreads);
  return 0;
}
