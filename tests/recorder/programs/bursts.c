// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region that comes so fast that nobody is told of its implicit tasks; and then, before anybody can be told again, its
// threads sleep, create tasks, or begin another region in it. Prints how many regions there were.
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

static long regions;
static volatile int sink;

// Longer than the longest distance between two slow rounds, so that one comes.
__attribute__((noinline)) static void nap(void) {
  const struct timespec t = {0, 500000000};
  nanosleep(&t, NULL);
  sink = sink + 1;
}

__attribute__((noinline)) static void work(void) {
  const double end = now() + 0.05;
  while (now() < end) sink = sink + 1;
}

__attribute__((noinline)) static void tasks(void) {
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task
    work();
  }
}

__attribute__((noinline)) static void inner(void) {
#pragma omp parallel num_threads(1)
  work();
  sink = sink + 1;
}

enum kind { kNothing, kNap, kTasks, kNested };

static void part(enum kind kind) {
  if (kind == kNap) nap();
  if (kind == kTasks) tasks();
  if (kind == kNested) inner();
}

// In the middle of it, once, the region's threads do what is wanted.
__attribute__((noinline)) static void burst(enum kind kind) {
  const double middle = now() + 0.1;
  int did = 0;
  double end = middle + 0.3;
  for (double at = 0; at < end; at = now()) {
    const int does = !did && at > middle;
    for (int i = 0; i < 100; i++) {
#pragma omp parallel num_threads(2)
      part(does && i == 0 ? kind : kNothing);
      regions++;
    }
    if (does) end = now() + 0.3;
    did |= does;
  }
}

int main(void) {
  omp_set_max_active_levels(2);
  burst(kNap);
  burst(kTasks);
  burst(kNested);
  regions += 2;
  printf("regions %ld\n", regions);
  return 0;
}
