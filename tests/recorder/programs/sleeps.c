// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in every system call that a signal could cut short, a few steps of a script in each: first the
// initial thread outside of regions, then a worker in a region. A thread that never uses OpenMP lets time
// pass and wakes the sleeper. Prints how many sleeps ended before that.
#include "steps.h"

#include <errno.h>
#include <omp.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

enum { kStep = 10, kStepsEach = 3 };

static int wire[2];  // a byte in it ends the sleeps that wait for one
static sem_t semaphore;
static long sleeper;  // kernel id
static int current;   // which sleep, from 1
static int woken;     // the sleeper may wake up
static int early;
static volatile int sink;

static const struct timespec kVeryLong = {100000, 0};

static void drain(void) {
  char byte;
  if (read(wire[0], &byte, 1) != 1) abort();
}

__attribute__((noinline)) static void sleep_read(void) {
  drain();
  sink = sink + 1;
}
__attribute__((noinline)) static void sleep_poll(void) {
  struct pollfd file = {wire[0], POLLIN, 0};
  poll(&file, 1, -1);
  sink = sink + 1;
}
__attribute__((noinline)) static void sleep_select(void) {
  fd_set files;
  FD_ZERO(&files);
  FD_SET(wire[0], &files);
  select(wire[0] + 1, &files, NULL, NULL, NULL);
  sink = sink + 1;
}
__attribute__((noinline)) static void sleep_epoll(void) {
  struct epoll_event event = {EPOLLIN, {0}};
  const int set = epoll_create1(0);
  epoll_ctl(set, EPOLL_CTL_ADD, wire[0], &event);
  epoll_wait(set, &event, 1, -1);
  close(set);
}
__attribute__((noinline)) static void sleep_nanosleep(void) {
  nanosleep(&kVeryLong, NULL);
  sink = sink + 1;
}
__attribute__((noinline)) static void sleep_sigtimedwait(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigtimedwait(&set, NULL, &kVeryLong);
  sink = sink + 1;
}
__attribute__((noinline)) static void sleep_semaphore(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 100000;
  sem_timedwait(&semaphore, &end);
  sink = sink + 1;
}

enum Waking { kByte, kByteStays, kSignal1, kSignal2, kPost };
static const struct {
  void (*sleep)(void);
  long call, other_call;  // by which the C library may do it
  enum Waking waking;
} sleeps[] = {
    {sleep_read, SYS_read, SYS_read, kByte},
    {sleep_poll, SYS_poll, SYS_ppoll, kByteStays},
    {sleep_select, SYS_select, SYS_pselect6, kByteStays},
    {sleep_epoll, SYS_epoll_wait, SYS_epoll_pwait, kByteStays},
    {sleep_nanosleep, SYS_nanosleep, SYS_clock_nanosleep, kSignal1},
    {sleep_sigtimedwait, SYS_rt_sigtimedwait, SYS_rt_sigtimedwait, kSignal2},
    {sleep_semaphore, SYS_futex, SYS_futex, kPost},
};
enum { kSleeps = sizeof sleeps / sizeof sleeps[0] };

static void wake(enum Waking waking) {
  STEPS_STORE(&woken, 1);
  if (waking == kByte || waking == kByteStays) {
    if (write(wire[1], "", 1) != 1) abort();
  }
  if (waking == kSignal1) syscall(SYS_tgkill, getpid(), sleeper, SIGUSR1);
  if (waking == kSignal2) syscall(SYS_tgkill, getpid(), sleeper, SIGUSR2);
  if (waking == kPost) sem_post(&semaphore);
}

static void* pass_time(void* unused) {
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < kSleeps; i++) {
      AWAIT(STEPS_LOAD(&current) == i + 1);
      for (int j = 0; j < kStepsEach; j++) {
        await_call_of(&sleeper, sleeps[i].call, sleeps[i].other_call);
        STEP(kStep);
      }
      wake(sleeps[i].waking);
    }
  }
  return unused;
}

__attribute__((noinline)) static void sleep_all_ways(void) {
  STEPS_STORE(&sleeper, this_thread());
  for (int i = 0; i < kSleeps; i++) {
    STEPS_STORE(&woken, 0);
    STEPS_STORE(&current, i + 1);
    sleeps[i].sleep();
    early += STEPS_LOAD(&woken) ? 0 : 1;
    if (sleeps[i].waking == kByteStays) drain();
  }
}

static void on_signal(int number) {
  (void)number;
}

int main(void) {
  steps_begin();
  const struct sigaction interrupts = {.sa_handler = on_signal};  // no SA_RESTART
  sigaction(SIGUSR1, &interrupts, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (pipe(wire) != 0 || sem_init(&semaphore, 0, 0) != 0) return 1;
  pthread_t passer;
  if (pthread_create(&passer, NULL, pass_time, NULL) != 0) return 1;
  sleep_all_ways();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) sleep_all_ways();
  pthread_join(passer, NULL);
  printf("early %d\neach %d\n", early, kStepsEach * kStep);
  return 0;
}
