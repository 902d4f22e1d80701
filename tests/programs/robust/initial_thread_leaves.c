// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initial thread leaves the process, with and without having used OpenMP: the process ends when the last
// thread of the program does, and threads that come later have their regions.
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>

#include "check.h"

static int ran;

static void region(int threads) {
#pragma omp parallel num_threads(threads) reduction(+ : ran)
  ran++;
}

static void* last(void* unused) {
  usleep(20000);  // the thread before is gone
  region(4);
  return unused;
}

static void* first(void* unused) {
  pthread_t thread;
  usleep(20000);  // the initial thread is gone
  region(3);
  CHECK_EQ(pthread_create(&thread, NULL, last, NULL), 0);
  return unused;
}

static void at_end(void) {
  CHECK(ran > 0);
}

static void leave(void) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, first, NULL), 0);
  pthread_exit(NULL);
}

int main(void) {
  int status = 1;
  CHECK_EQ(atexit(at_end), 0);
  pid_t child = fork();
  if (child == 0) leave();
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  region(2);
  leave();
}
