// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with signals of its own: a timer, an alternate signal stack, a thread that blocks everything,
// errno kept across. Ends when the timer has come often enough.
#define _GNU_SOURCE
#include <errno.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { kEnough = 300 };

static volatile sig_atomic_t ticks;

static void on_timer(int number) {
  (void)number;
  ticks++;
}

__attribute__((noinline)) void work(void) {
  volatile double x = 0;
  while (ticks < kEnough) {
    errno = 4711;
    for (int i = 0; i < 1000; i++) x += i;
    if (errno != 4711) abort();
  }
}

int main(void) {
  stack_t stack = {.ss_sp = malloc(32768), .ss_size = 32768};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigaction(SIGALRM, &action, NULL);
  struct itimerval timer = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &timer, NULL);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, NULL);
    }
    work();
  }
  printf("ticks enough\n");
  return 0;
}
