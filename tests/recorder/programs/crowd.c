// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many threads: a large team, again and again, and foreign threads that open regions of their own.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static long count;

static void* foreign(void* unused) {
  (void)unused;
#pragma omp parallel num_threads(2)
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 5; i++) {
#pragma omp parallel num_threads(300)
    {
      __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
      usleep(10000);
    }
  }
  for (int i = 0; i < 40; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, foreign, NULL) != 0) return 1;
    pthread_join(thread, NULL);
  }
  printf("count %ld\n", count);
  return 0;
}
