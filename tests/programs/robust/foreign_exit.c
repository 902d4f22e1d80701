// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A foreign thread with a team ends while the main thread is inside a region, and the process ends with
// foreign threads waiting.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int waits;

static void* short_lived(void* unused) {
#pragma omp parallel num_threads(3)
  busy(50);
  pthread_exit(NULL);
}
static void* endless(void* unused) {
#pragma omp parallel num_threads(2)
  busy(50);
  __atomic_store_n(&waits, 1, __ATOMIC_RELEASE);
  for (;;) pause();
  return NULL;
}

int main(void) {
  pthread_t thread;
  int count = 0;
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 1)
      for (int i = 0; i < 20; i++) {
        pthread_t other;
        CHECK_EQ(pthread_create(&other, NULL, short_lived, NULL), 0);
        pthread_join(other, NULL);
      }
#pragma omp barrier
#pragma omp atomic
    count++;
  }
  CHECK_EQ(count, 4);
  CHECK_EQ(pthread_create(&thread, NULL, endless, NULL), 0);
  while (!__atomic_load_n(&waits, __ATOMIC_ACQUIRE)) usleep(100);
  return 0;
}
