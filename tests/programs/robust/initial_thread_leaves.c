// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initial thread leaves the process, with and without having used OpenMP: the process ends when the last
// thread of the program does, and threads that come later have their regions.
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>

#include "../../sleeping.h"
#include "check.h"

static int ran;
static long thread_before;  // the kernel's id

static void await_its_end(void) {
  while (!is_gone(thread_before)) usleep(100);
  thread_before = this_thread_id();
}

static void region(int threads) {
#pragma omp parallel num_threads(threads) reduction(+ : ran)
  ran++;
}

static void* last(void* unused) {
  await_its_end();
  region(4);
  return unused;
}

static void* first(void* unused) {
  pthread_t thread;
  await_its_end();
  region(3);
  CHECK_EQ(pthread_create(&thread, NULL, last, NULL), 0);
  return unused;
}

static void at_end(void) {
  CHECK(ran > 0);
}

static void leave(void) {
  pthread_t thread;
  thread_before = this_thread_id();
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
