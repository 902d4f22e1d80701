// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread holds a lock for a known time while the other waits for it; one thread sleeps a known time while
// the other waits at the region's end. Prints both times as they were.
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include "clock.h"

static omp_lock_t lock;
static double waited, slept;

__attribute__((noinline)) void holder(void) {
  const double end = now() + 0.4;
  volatile double x = 0;
  while (now() < end) x += 1;
  omp_unset_lock(&lock);
}

__attribute__((noinline)) void waiter(void) {
  const double began = now();
  omp_set_lock(&lock);
  waited = now() - began;
  omp_unset_lock(&lock);
}

__attribute__((noinline)) void sleeper(void) {
  const double began = now();
  usleep(400000);
  slept = now() - began;
}

int main(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      holder();
    } else {
      waiter();
    }
  }
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) sleeper();
  printf("waited %.6f\nslept %.6f\n", waited, slept);
  return 0;
}
