// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers that have slept may use the processors that they could use before, and a mask that a worker has set itself
// lasts. So it is in the child of a fork that happens while they sleep, too.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kMost = 64 };
static cpu_set_t g_expected[kMost];

static void check_mask(void) {
  cpu_set_t now;
  CHECK_EQ(sched_getaffinity(0, sizeof now, &now), 0);
  CHECK(CPU_EQUAL(&now, &g_expected[omp_get_thread_num()]));
}

static void check_masks(void) {
#pragma omp parallel
  check_mask();
}

static void check_masks_after_barrier(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) usleep(20000);
#pragma omp barrier
    check_mask();
  }
}

static int lowest(const cpu_set_t* set) {
  int processor = 0;
  while (!CPU_ISSET(processor, set)) processor++;
  return processor;
}

static void check_in_child(void) {
  check_masks();
  usleep(20000);  // the workers sleep
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    for (int turn = 0; turn < 3; turn++) {
      check_masks();
      usleep(20000);
    }
    _exit(0);
  }
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

int main(void) {
  cpu_set_t all;
  CHECK_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  CHECK(omp_get_max_threads() <= kMost);
  for (int i = 0; i < kMost; i++) g_expected[i] = all;
  for (int turn = 0; turn < 10; turn++) {
    check_masks();
    usleep(20000);
    check_masks_after_barrier();
  }
  check_in_child();
#pragma omp parallel
  {
    cpu_set_t* mine = &g_expected[omp_get_thread_num()];
    if (omp_get_thread_num() % 2 == 1) CPU_CLR(lowest(&all), mine);
    if (CPU_COUNT(mine) == 0) *mine = all;
    CHECK_EQ(sched_setaffinity(0, sizeof *mine, mine), 0);
  }
  for (int turn = 0; turn < 10; turn++) {
    usleep(20000);
    check_masks();
    check_masks_after_barrier();
  }
  return 0;
}
