// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that uses SIGURG and SIGWINCH itself, in the way that its argument names, while its threads work.
// Its handlers count what they get; each mode prints `sent` and `handled`, which have to be equal.
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

static atomic_int sent, handled;
static double seconds = 0.6;

static void count(int number) {
  (void)number;
  atomic_fetch_add(&handled, 1);
}

static void send_own(int number) {
  atomic_fetch_add(&sent, 1);
  pthread_kill(pthread_self(), number);  // comes before this returns, unless it is blocked
}

__attribute__((noinline)) void work(void) {
  const double end = now() + seconds;
  volatile double x = 0;
  while (now() < end)
    for (int i = 0; i < 1000; i++) x += i;
}

static void region(void) {
#pragma omp parallel num_threads(2)
  work();
}

static void handle(int number) {
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART}, old;
  if (sigaction(number, &action, &old) != 0 || old.sa_handler != SIG_DFL) exit(20);
  if (sigaction(number, NULL, &old) != 0 || old.sa_handler != count) exit(21);
}

static void send_while_working(int number) {
#pragma omp parallel num_threads(2)
  {
    const double end = now() + seconds;
    while (now() < end) {
      send_own(number);
      for (volatile int i = 0; i < 20000; i++) {
      }
    }
  }
}

static void before(void) {
  handle(SIGURG);
  send_while_working(SIGURG);
}

static void during(void) {
  region();
  handle(SIGURG);
  send_while_working(SIGURG);
  if (signal(SIGWINCH, count) != SIG_DFL) exit(22);
  send_while_working(SIGWINCH);
}

// Others are asked for samples all the while that one thread installs and removes handlers.
static void toggle(void) {
#pragma omp parallel num_threads(2)
  {
    const double end = now() + seconds;
    while (now() < end) {
      if (omp_get_thread_num() != 0) continue;
      for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
        signal(number, count);
        send_own(number);
        signal(number, SIG_IGN);
        send_own(number);  // goes nowhere
        atomic_fetch_sub(&sent, 1);
        signal(number, SIG_DFL);
      }
      for (int turn = 0; turn < 2; turn++) {
        const int number = turn == 0 ? SIGURG : SIGWINCH;
        signal(number, count);
        send_own(number);
        signal(number, SIG_DFL);
      }
    }
  }
}

static void raw(void) {
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } action = {0};
  struct sigaction known = {.sa_handler = count};
  sigaction(SIGUSR1, &known, NULL);  // the restorer is the C library's
  syscall(SYS_rt_sigaction, SIGUSR1, NULL, &action, 8);
  region();
  syscall(SYS_rt_sigaction, SIGURG, &action, NULL, 8);
  region();
}

static void all_blocked(const char* where) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, NULL, &set);
  if (sigismember(&set, SIGURG) && sigismember(&set, SIGWINCH) && sigismember(&set, SIGUSR1)) return;
  printf("not blocked %s\n", where);
  exit(23);
}

// Everything is blocked; one signal waits until it is asked for.
static void block(void) {
  sigset_t all, old;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &old);
  if (sigismember(&old, SIGURG)) exit(24);
  all_blocked("in main");
#pragma omp parallel num_threads(2)
  {
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    all_blocked("in the region");
    work();
  }
  send_own(SIGURG);
  work();
  sigset_t pending, urgent;
  sigpending(&pending);
  if (!sigismember(&pending, SIGURG)) exit(25);
  sigemptyset(&urgent);
  sigaddset(&urgent, SIGURG);
  if (sigwaitinfo(&urgent, NULL) == SIGURG) count(SIGURG);
  region();
  const struct timespec none = {0, 0};
  if (sigtimedwait(&urgent, NULL, &none) > 0) count(SIGURG);
  sigprocmask(SIG_SETMASK, &old, NULL);
  sigprocmask(SIG_BLOCK, NULL, &old);
  if (sigismember(&old, SIGURG)) exit(26);
}

// A handler is installed after all was blocked: it is called when the thread opens the signal, not before.
static void late(void) {
  sigset_t all, old;
  sigfillset(&all);
#pragma omp parallel num_threads(2)
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  region();
  handle(SIGURG);
  send_own(SIGURG);
  region();
  if (atomic_load(&handled) != 0) exit(27);
  sigset_t urgent;
  sigemptyset(&urgent);
  sigaddset(&urgent, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &urgent, NULL);
  if (atomic_load(&handled) != 1) exit(28);
  region();
}

// A thread waits for every signal there is and gets those that are sent to it.
static void* wait_for_all(void* unused) {
  (void)unused;
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
#pragma omp parallel num_threads(1)
  work();
  for (int number = 0; number != SIGTERM;) {
    if (sigwait(&all, &number) != 0) exit(29);
    if (number != SIGTERM) count(number);
    if (number != SIGTERM && number != SIGUSR1) exit(30);
  }
  return NULL;
}

static void waiting(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_all, NULL);
  region();
  atomic_fetch_add(&sent, 1);
  pthread_kill(thread, SIGUSR1);
  region();
  while (atomic_load(&handled) == 0) sched_yield();
  pthread_kill(thread, SIGTERM);
  pthread_join(thread, NULL);
}

// One thread waits for a signal that is sent to the process, and that all threads block.
enum { kToProcess = 10 };

static void* wait_for_urgent(void* unused) {
  (void)unused;
  sigset_t urgent;
  sigemptyset(&urgent);
  sigaddset(&urgent, SIGURG);
  for (int i = 0, number; i < kToProcess; i++)
    if (sigwait(&urgent, &number) == 0) count(number);
  return NULL;
}

static void process(void) {
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  region();  // whose thread inherits the mask
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_urgent, NULL);
  seconds /= kToProcess;
  region();
  for (int i = 0; i < kToProcess; i++) {
    atomic_fetch_add(&sent, 1);
    kill(getpid(), SIGURG);
    region();
  }
  const double end = now() + 10;
  while (atomic_load(&handled) < kToProcess && now() < end) usleep(1000);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*mode)(void);
  } modes[] = {{"before", before}, {"during", during}, {"toggle", toggle},   {"raw", raw},
               {"block", block},   {"late", late},     {"waiting", waiting}, {"process", process}};
  for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof modes[0]; i++) {
    if (strcmp(argv[1], modes[i].name) == 0) modes[i].mode();
  }
  printf("sent %d\nhandled %d\n", atomic_load(&sent), atomic_load(&handled));
  return 0;
}
