// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sleeps in every way that a signal could cut short, in a region and outside, and prints how many came back
// early or with EINTR.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"

static int early;

static void check(const char* what, double began, double wanted, int interrupted) {
  const double slept = now() - began;
  if (slept >= wanted - 1e-4 && !interrupted) return;
  fprintf(stderr, "%s: %.4f s of %.4f%s\n", what, slept, wanted, interrupted ? ", EINTR" : "");
  __atomic_fetch_add(&early, 1, __ATOMIC_RELAXED);
}

static struct timespec span(double s) {
  struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
  return t;
}

__attribute__((noinline)) static void nap_nanosleep(double s) {
  const double began = now();
  struct timespec t = span(s);
  check("nanosleep", began, s, nanosleep(&t, NULL) != 0 && errno == EINTR);
}

__attribute__((noinline)) static void nap_usleep(double s) {
  const double began = now();
  check("usleep", began, s, usleep((useconds_t)(s * 1e6)) != 0 && errno == EINTR);
}

__attribute__((noinline)) static void nap_poll(double s) {
  const double began = now();
  check("poll", began, s, poll(NULL, 0, (int)(s * 1e3)) != 0);
}

__attribute__((noinline)) static void nap_select(double s) {
  const double began = now();
  struct timeval t = {0, (long)(s * 1e6)};
  check("select", began, s, select(0, NULL, NULL, NULL, &t) != 0);
}

__attribute__((noinline)) static void nap_epoll(double s) {
  struct epoll_event event;
  const int fd = epoll_create1(0);
  const double began = now();
  check("epoll_wait", began, s, epoll_wait(fd, &event, 1, (int)(s * 1e3)) != 0);
  close(fd);
}

__attribute__((noinline)) static void nap_sigtimedwait(double s) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  struct timespec t = span(s);
  const double began = now();
  check("sigtimedwait", began, s, sigtimedwait(&set, NULL, &t) >= 0 || errno != EAGAIN);
}

__attribute__((noinline)) static void nap_semaphore(double s) {
  sem_t sem;
  sem_init(&sem, 0, 0);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  const double end = (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + s;
  t = span(end);
  const double began = now();
  check("sem_timedwait", began, s - 0.001, sem_timedwait(&sem, &t) == 0 || errno != ETIMEDOUT);
  sem_destroy(&sem);
}

static void all(double s) {
  nap_nanosleep(s);
  nap_usleep(s);
  nap_poll(s);
  nap_select(s);
  nap_epoll(s);
  nap_sigtimedwait(s);
  nap_semaphore(s);
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  all(0.05);
#pragma omp parallel num_threads(3)
  {
    all(0.03);
    for (int i = 0; i < 300; i++) nap_nanosleep(0.0005);
  }
  printf("early %d\n", early);
  return 0;
}
