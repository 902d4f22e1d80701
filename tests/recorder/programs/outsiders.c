// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that never use OpenMP, on the smallest stacks that there are: they compute while main waits for their
// end, between two parts that do. One more opens a region in the end, one ends by pthread_exit(), and one blocks
// all signals.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

#define COMPUTERS 8

static volatile double sink;

static __attribute__((noipa)) void heavy_in_pthread(double ms) {
  const double until = thread_ms() + ms;
  while (thread_ms() < until) sink += 1;
}

static __attribute__((noipa)) void heavy_in_region(double ms) {
  const double until = thread_ms() + ms;
  while (thread_ms() < until) sink -= 2;
}

static void* compute(void* unused) {
  (void)unused;
  heavy_in_pthread(60);
  return NULL;
}

static void* compute_and_exit(void* unused) {
  (void)unused;
  heavy_in_pthread(60);
  pthread_exit(NULL);
}

static void* compute_without_signals(void* unused) {
  (void)unused;
  sigset_t all, now;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, NULL) != 0) abort();
  heavy_in_pthread(60);
  if (pthread_sigmask(SIG_SETMASK, NULL, &now) != 0) abort();
  for (int number = 1; number < 32; ++number) {
    if (number != SIGKILL && number != SIGSTOP && sigismember(&now, number) != 1) abort();
  }
  return NULL;
}

static __attribute__((noinline)) void region(void) {
#pragma omp parallel num_threads(2)
  heavy_in_region(30);
}

static void* compute_then_region(void* unused) {
  (void)unused;
  heavy_in_pthread(60);
  region();
  return NULL;
}

static void start(pthread_t* thread, void* (*routine)(void*), size_t stack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack != 0 && pthread_attr_setstacksize(&attributes, stack) != 0) abort();
  if (pthread_create(thread, &attributes, routine, NULL) != 0) abort();
  pthread_attr_destroy(&attributes);
}

int main(void) {
  region();
  pthread_t threads[COMPUTERS + 3];
  for (int i = 0; i < COMPUTERS; ++i) start(&threads[i], compute, 16 << 10);
  start(&threads[COMPUTERS], compute_and_exit, 16 << 10);
  start(&threads[COMPUTERS + 1], compute_without_signals, 16 << 10);
  start(&threads[COMPUTERS + 2], compute_then_region, 0);
  for (int i = 0; i < COMPUTERS + 3; ++i) pthread_join(threads[i], NULL);
  region();
  printf("computers %d\n", COMPUTERS + 2);
  return 0;
}
