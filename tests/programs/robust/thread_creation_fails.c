// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pthread_create fails after a few threads: the team is smaller, or the program ends with a message; it never
// hangs or crashes.
//
// threads: 8
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"

static int allowed = 1000;

// Stands before the C library's, for the runtime too.
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (__atomic_sub_fetch(&allowed, 1, __ATOMIC_SEQ_CST) < 0) return EAGAIN;
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) =
      (int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create");
  return real(thread, attributes, start, argument);
}

static int regions(void) {
  for (int round = 0; round < 5; round++) {
    int size = 0, ran = 0, sum = 0;
#pragma omp parallel num_threads(6) reduction(+ : ran)
    {
      ran++;
#pragma omp master
      size = omp_get_num_threads();
#pragma omp barrier
#pragma omp for schedule(dynamic) reduction(+ : sum)
      for (int i = 0; i < 100; i++) sum += i;
    }
    if (size < 1 || size > 6 || ran != size || sum != 4950) return 1;
  }
  return 0;
}

int main(void) {
  for (int count = 0; count < 6; count++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(100);
      allowed = count;
      close(2);  // the message, if the runtime gives up
      _exit(regions() ? 99 : 0);
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) != 99);
  }
  return 0;
}
