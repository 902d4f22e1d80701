// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose events are known. Argument 1 says which, argument 2 how many.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limpid.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static omp_lock_t lock;
static int data[64];

__attribute__((noinline)) static void meet(void) {
#pragma omp barrier
  data[2]++;  // so that the barrier is no tail call
}

__attribute__((noinline)) static void inner_region(void) {
#pragma omp parallel num_threads(1)
  data[3]++;
  data[4]++;  // so that the region is no tail call
}

// Each construct once, in an order that is the same for both threads.
static void constructs(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, 4) nowait
    for (int i = 0; i < 8; i++) data[8 + i]++;
    meet();
    omp_set_lock(&lock);
    data[0]++;
    omp_unset_lock(&lock);
#pragma omp critical
    data[0]++;
#pragma omp task if (0)
    data[32 + omp_get_thread_num()]++;
    inner_region();
  }
}

// A chain of tasks that one thread makes, whoever runs them.
static void chain(int n) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : data[1])
    data[1]++;
  }
}

// Three events a turn and thread.
static void locks(int threads, int n) {
#pragma omp parallel num_threads(threads)
  {
    omp_lock_t own;
    omp_init_lock(&own);
    for (int i = 0; i < n; i++) {
      omp_set_lock(&own);
      omp_unset_lock(&own);
    }
    omp_destroy_lock(&own);
  }
}

// A lock that is taken by way of several callers, on frames of several sizes.
__attribute__((noinline)) static void locked(int bytes) {
  volatile char room[bytes];
  room[0] = 0;
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  data[0] += room[0];  // so that the call is no jump, here and below
}

__attribute__((noinline)) static void one_way(int bytes) {
  locked(bytes);
  data[5]++;
}

__attribute__((noinline)) static void other_way(int bytes) {
  locked(bytes);
  data[6]++;
}

__attribute__((noinline)) static void down(int levels, int bytes) {
  if (levels > 1) {
    down(levels - 1, bytes);
  } else {
    locked(bytes);
  }
  data[7]++;
}

static void callers(int n) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < n; i++) {
    one_way(16 + 48 * (i % 3));
    other_way(16 + 48 * (i % 5));
    down(1 + i % 4, 16 + 48 * (i % 2));
  }
}

static void crowd(int threads) {
#pragma omp parallel num_threads(threads)
  {
#pragma omp barrier
  }
}

static int forked(void) {
  locks(2, 10);
  const pid_t child = fork();
  if (child == 0) {
    locks(2, 30);
    usleep(100000);  // the child's file appears with its sampler's fourth round
    locks(2, 30);
    exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  locks(2, 10);
  return WEXITSTATUS(status);
}

// GCC's omp.h does not have it.
static void control(int command) {
  int (*function)(int, int, void*) = (int (*)(int, int, void*))dlsym(RTLD_DEFAULT, "omp_control_tool");
  if (function != NULL) function(command, 0, NULL);
}

static void controlled(void) {
  enum { kStart = 1, kPause = 2, kEnd = 4 };
  limpid_phase("first");
  locks(2, 10);
  control(kPause);
  locks(2, 30);
  control(kStart);
  limpid_phase("second");
  locks(2, 20);
  limpid_phase("");
  control(kEnd);
  locks(2, 40);
}

static void leave_from_region(void) {
#pragma omp parallel num_threads(2)
#pragma omp master
  exit(5);
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "constructs";
  const int n = argc > 2 ? atoi(argv[2]) : 100;
  omp_init_lock(&lock);
  if (strcmp(mode, "constructs") == 0) constructs();
  if (strcmp(mode, "chain") == 0) chain(n);
  if (strcmp(mode, "locks") == 0) locks(2, n);
  if (strcmp(mode, "callers") == 0) callers(n);
  if (strcmp(mode, "crowd") == 0) crowd(n);
  if (strcmp(mode, "fork") == 0) return forked();
  if (strcmp(mode, "leave") == 0) leave_from_region();
  if (strcmp(mode, "control") == 0) controlled();
  if (strcmp(mode, "kill") == 0 || strcmp(mode, "_exit") == 0 || strcmp(mode, "exec") == 0) locks(2, n);
  if (strcmp(mode, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(mode, "_exit") == 0) _exit(7);
  if (strcmp(mode, "exec") == 0) execl(argv[0], argv[0], "locks", "20", (char*)NULL);
  if (strcmp(mode, "full") == 0) {
    // Where this program's files may grow no further than they have, and a little.
    const struct rlimit limit = {4 << 20, 4 << 20};
    setrlimit(RLIMIT_FSIZE, &limit);
    locks(2, n);
  }
  omp_destroy_lock(&lock);
  printf("data %d\n", data[0]);
  return 0;
}
