// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions so short and so many that nobody is told of their implicit tasks, and then others, before anybody can be told
// again: one whose threads sleep, one that creates tasks, one in another. A function goes on after its region, so that the call
// is none that becomes a jump. Prints how many regions there were.
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

static long regions;
static volatile int sink;

__attribute__((noinline)) static void burst(void) {
  const double end = now() + 0.15;
  while (now() < end) {
    for (int i = 0; i < 100; i++) {
#pragma omp parallel num_threads(2)
      if (regions < 0) sink++;
      regions++;
    }
  }
}

__attribute__((noinline)) static void nap(void) {
  const struct timespec t = {0, 100000000};
  nanosleep(&t, NULL);
  sink = sink + 1;
}

__attribute__((noinline)) static void naps(void) {
#pragma omp parallel num_threads(2)
  nap();
  regions++;
}

__attribute__((noinline)) static void work(void) {
  const double end = now() + 0.05;
  while (now() < end) sink = sink + 1;
}

__attribute__((noinline)) static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task
    work();
  }
  regions++;
}

__attribute__((noinline)) static void inner(void) {
#pragma omp parallel num_threads(1)
  work();
  sink = sink + 1;
}

__attribute__((noinline)) static void nested(void) {
#pragma omp parallel num_threads(2)
  inner();
  regions += 3;
}

int main(void) {
  omp_set_max_active_levels(2);
  burst();
  naps();
  burst();
  tasks();
  burst();
  nested();
  burst();
  printf("regions %ld\n", regions);
  return 0;
}
