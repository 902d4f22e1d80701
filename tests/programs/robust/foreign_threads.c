// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that OpenMP did not make open regions, one after another and many at once, each with its own team.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kThreads = 12 };
static int shared_total;

static void* foreign(void* argument) {
  int mine = (int)(long)argument, sum = 0, size = 1 + mine % 4;
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_level(), 0);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(size) reduction(+ : sum)
    {
      CHECK_EQ(omp_get_num_threads(), size);
      sum += mine;
#pragma omp barrier
#pragma omp critical
      shared_total++;
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 10; i++) busy(5);
#pragma omp single
      for (int i = 0; i < 5; i++) {
#pragma omp task
        busy(5);
      }
    }
  }
  CHECK_EQ(sum, 20 * size * mine);
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  int expected = 0;
#pragma omp parallel
#pragma omp single
  shared_total = 0;
  for (int i = 0; i < kThreads; i++) {
    CHECK_EQ(pthread_create(&threads[i], NULL, foreign, (void*)(long)i), 0);
    expected += 20 * (1 + i % 4);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  CHECK_EQ(shared_total, expected);
  for (int i = 0; i < 30; i++) {  // one after another: their teams are given back
    CHECK_EQ(pthread_create(&threads[0], NULL, foreign, (void*)3l), 0);
    pthread_join(threads[0], NULL);
  }
  CHECK_EQ(shared_total, expected + 30 * 80);
  return 0;
}
