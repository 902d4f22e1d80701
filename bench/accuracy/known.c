// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose split of time is known because it measures it itself: three quarters in f, one quarter in
// g, by the clock. It prints thread seconds in f, in g and of known waiting; `limpid-bench accuracy` compares
// the report with them.
//
//   known MODE [MILLISECONDS]
//
//   direct | inlined | task | nested   f and g in a region: called, inlined, in tasks, in a nested one
//   idle                               one thread works, the other waits at the region's end
//   serial                             f and g between regions: the workers are idle
//   lock | critical                    one thread holds a lock, the other waits for it
//   turns                              the same, for a fraction of a sampling period each time
//   unequal                            each thread makes the other wait, one of them for three times as long;
//                                      f and g are then the waiting that the long and the short holds caused
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static volatile double sink;
static double f_seconds, g_seconds, wait_seconds;

#define SPIN(duration, total)                                 \
  do {                                                        \
    double begin = seconds(), end = begin;                    \
    while (end - begin < (duration)) {                        \
      for (int i = 0; i < 3000; ++i) sink = sink * 0.999 + 1; \
      end = seconds();                                        \
    }                                                         \
    _Pragma("omp atomic") total += end - begin;               \
  } while (0)

static __attribute__((noinline)) void f(void) {
  SPIN(0.003, f_seconds);
}
static __attribute__((noinline)) void g(void) {
  SPIN(0.001, g_seconds);
}
static inline __attribute__((always_inline)) void f_inlined(void) {
  SPIN(0.003, f_seconds);
}
static inline __attribute__((always_inline)) void g_inlined(void) {
  SPIN(0.001, g_seconds);
}

// Keeps to three quarters whatever the scheduler does: whichever is behind runs next.
static int f_is_behind(void) {
  double in_f, in_g;
#pragma omp atomic read
  in_f = f_seconds;
#pragma omp atomic read
  in_g = g_seconds;
  return in_f <= 3 * in_g;
}

// Called from where it stands: no frame of its own.
static inline __attribute__((always_inline)) void f_or_g(void) {
  if (f_is_behind())
    f();
  else
    g();
}

static void direct(double until) {
#pragma omp parallel num_threads(2)
  while (seconds() < until) f_or_g();
}

static void inlined(double until) {
#pragma omp parallel num_threads(2)
  while (seconds() < until) {
    if (f_is_behind())
      f_inlined();
    else
      g_inlined();
  }
}

static void tasks(double until) {
#pragma omp parallel num_threads(2)
#pragma omp single
  while (seconds() < until) {
    for (int i = 0; i < 4; ++i) {
#pragma omp task
      f_or_g();
    }
#pragma omp taskwait
  }
}

static void nested(double until) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  while (seconds() < until) f_or_g();
}

static void idle(double until) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    while (seconds() < until) f_or_g();
  }
  wait_seconds = f_seconds + g_seconds;
}

static void serial(double until) {
  while (seconds() < until) {
#pragma omp parallel num_threads(2)
    sink = sink + 1;
    for (int i = 0; i < 40; ++i) f_or_g();
  }
  wait_seconds = f_seconds + g_seconds;
}

enum { kFree, kHeld, kWanted, kPassed };
static int turn;  // one of these

static void set_turn(int to) {
#pragma omp atomic write seq_cst
  turn = to;
}

static void await_turn(int wanted) {
  for (;;) {
    int seen;
#pragma omp atomic read seq_cst
    seen = turn;
    if (seen == wanted) return;
    sched_yield();  // the threads may have to share a processor
  }
}

typedef void Part(int round);

// Both threads do their parts until the time is up, in rounds.
static void in_rounds(double until, Part* part, Part* other_part) {
  int going = 1;
#pragma omp parallel num_threads(2)
  for (int round = 0; going; ++round) {
    (omp_get_thread_num() == 0 ? part : other_part)(round);
#pragma omp barrier
#pragma omp single
    {
      set_turn(kFree);
      going = seconds() < until;
    }
  }
}

static omp_lock_t lock;
static void in_locked_rounds(double until, Part* part, Part* other_part) {
  omp_init_lock(&lock);
  in_rounds(until, part, other_part);
}

static __attribute__((noinline)) void hold_lock(int round) {
  omp_set_lock(&lock);
#pragma omp barrier
  f();
  for (int i = 0; i < 20; ++i) f();
  omp_unset_lock(&lock);
  sink = sink + 1;  // without it the compiler jumps to omp_unset_lock, and no frame of this function is left
}

static __attribute__((noinline)) void want_lock(int round) {
#pragma omp barrier
  double begin = seconds();
  omp_set_lock(&lock);
  wait_seconds += seconds() - begin;
  omp_unset_lock(&lock);
  sink = sink + 1;
}

// Short turns, many between two samples. Both functions take and release the lock, but only one makes the
// other thread wait: the other one has it when nobody wants it.
static double turn_seconds;
static __attribute__((noinline)) void hold_briefly(int round) {
  omp_set_lock(&lock);
  set_turn(kHeld);
  await_turn(kWanted);
  SPIN(0.0004, turn_seconds);
  omp_unset_lock(&lock);
  await_turn(kPassed);
}

static __attribute__((noinline)) void want_briefly(int round) {
  await_turn(kHeld);
  double begin = seconds();
  set_turn(kWanted);
  omp_set_lock(&lock);
  wait_seconds += seconds() - begin;
  SPIN(0.0004, turn_seconds);
  omp_unset_lock(&lock);
  set_turn(kPassed);
}

// Each thread has the lock first in every other round, and what the other one waits then is its doing.
#define HOLD_IN_TURN(first, duration, caused_by_other) \
  do {                                                 \
    double wanted = 0, unused = 0;                     \
    if (!(first)) {                                    \
      await_turn(kHeld);                               \
      wanted = seconds();                              \
      set_turn(kWanted);                               \
    }                                                  \
    omp_set_lock(&lock);                               \
    if (first) {                                       \
      set_turn(kHeld);                                 \
      await_turn(kWanted);                             \
    } else {                                           \
      double waited = seconds() - wanted;              \
      caused_by_other += waited;                       \
      wait_seconds += waited;                          \
    }                                                  \
    SPIN(duration, unused);                            \
    omp_unset_lock(&lock);                             \
    sink = sink + 1;                                   \
  } while (0)
static __attribute__((noinline)) void hold_long(int round) {
  HOLD_IN_TURN(round % 2 == 0, 0.0015, g_seconds);
}
static __attribute__((noinline)) void hold_short(int round) {
  HOLD_IN_TURN(round % 2 == 1, 0.0005, f_seconds);
}

static __attribute__((noinline)) void hold_critical(int round) {
#pragma omp critical
  {
    set_turn(kHeld);
    for (int i = 0; i < 20; ++i) f();
  }
  sink = sink + 1;
}

static __attribute__((noinline)) void want_critical(int round) {
  await_turn(kHeld);
  double begin = seconds();
#pragma omp critical
  sink = sink + 1;
  wait_seconds += seconds() - begin;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "direct";
  double until = seconds() + (argc > 2 ? atof(argv[2]) : 1500) * 1e-3;
  if (strcmp(mode, "direct") == 0)
    direct(until);
  else if (strcmp(mode, "inlined") == 0)
    inlined(until);
  else if (strcmp(mode, "task") == 0)
    tasks(until);
  else if (strcmp(mode, "nested") == 0)
    nested(until);
  else if (strcmp(mode, "idle") == 0)
    idle(until);
  else if (strcmp(mode, "serial") == 0)
    serial(until);
  else if (strcmp(mode, "lock") == 0)
    in_locked_rounds(until, hold_lock, want_lock);
  else if (strcmp(mode, "turns") == 0)
    in_locked_rounds(until, hold_briefly, want_briefly);
  else if (strcmp(mode, "unequal") == 0)
    in_locked_rounds(until, hold_long, hold_short);
  else if (strcmp(mode, "critical") == 0)
    in_rounds(until, hold_critical, want_critical);
  else
    return 2;
  printf("%.9f %.9f %.9f\n", f_seconds, g_seconds, wait_seconds);
  return 0;
}
