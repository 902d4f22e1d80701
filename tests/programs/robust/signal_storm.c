// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A SIGPROF storm of 4 kHz through every kind of wait: results stay right, no wait is cut short or lost.
#include <omp.h>
#include <signal.h>
#include <sys/time.h>

#include "check.h"

static volatile sig_atomic_t signals;
static void count_signal(int number) {
  signals++;
}

int main(void) {
  struct sigaction action = {.sa_handler = count_signal};  // without SA_RESTART: system calls are interrupted
  sigaction(SIGPROF, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  struct itimerval often = {{0, 250}, {0, 250}};
  setitimer(ITIMER_PROF, &often, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  int size = omp_get_max_threads(), locked = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 30; round++) {
    int arrived = 0, tasks = 0, ordered = 0, sum = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == round % size) busy(20000);
#pragma omp atomic
      arrived++;
#pragma omp barrier
      CHECK_EQ(arrived, size);
      omp_set_lock(&lock);
      locked++;
      busy(200);
      omp_unset_lock(&lock);
#pragma omp single
      for (int i = 0; i < 20; i++) {
#pragma omp task shared(tasks)
        {
          busy(100);
#pragma omp atomic
          tasks++;
        }
      }
      CHECK_EQ(tasks, 20);
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < 20; i++) {
#pragma omp ordered
        CHECK_EQ(ordered++, i);
      }
#pragma omp for schedule(guided) reduction(+ : sum)
      for (int i = 0; i < 100; i++) sum += i;
    }
    CHECK_EQ(sum, 4950);
  }
  CHECK_EQ(locked, 30 * size);
  CHECK(signals > 0);
  return 0;
}
