// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose split of time is known, because it is a script (scripted/script.h): three quarters of the
// working threads' time in f, one quarter in g. Prints in milliseconds what passed in f, in g and in known
// waiting, over all threads.
//
//   steps MODE
//
//   direct | inlined | task | nested   f and g in a region: called, inlined, in tasks, in a nested one
//   idle                               one thread works, the other waits at the region's end
//   serial                             f and g between regions: the workers are idle
//   lock | critical                    one thread holds a lock for many rounds, the other waits for it
//   turns                              the same, in short turns, and others have it meanwhile
//   sleep                              one thread sleeps in the kernel, in every way, the other works
#include "steps.h"

#include <omp.h>

enum { kStep = 10, kSteps = 24 };  // ms; steps of each mode, a multiple of 4

static volatile int sink;
static unsigned f_ms, g_ms, wait_ms;

// After a region or a release: without it the call would be a jump, and no frame of the function that makes
// it would be left.
static void stay(void) {
  sink = sink + 1;
}

static void count(unsigned* ms) {
  __atomic_fetch_add(ms, kStep, __ATOMIC_RELAXED);
}

// f and g stand for one step, together with others or alone.
static __attribute__((noinline)) void f(int threads) {
  STEP_TOGETHER(threads, kStep);
  count(&f_ms);
}
static __attribute__((noinline)) void g(int threads) {
  STEP_TOGETHER(threads, kStep);
  count(&g_ms);
}
static inline __attribute__((always_inline)) void f_inlined(int threads) {
  STEP_TOGETHER(threads, kStep);
  count(&f_ms);
}
static inline __attribute__((always_inline)) void g_inlined(int threads) {
  STEP_TOGETHER(threads, kStep);
  count(&g_ms);
}

// Threads are never all in the same function.
static int is_in_f(int step, int thread) {
  return (step + thread) % 4 != 3;
}
static void f_or_g(int step, int thread, int threads) {
  if (is_in_f(step, thread))
    f(threads);
  else
    g(threads);
}

static __attribute__((noinline)) void direct(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kSteps; i++) f_or_g(i, omp_get_thread_num(), 2);
  stay();
}

static __attribute__((noinline)) void inlined(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kSteps; i++) {
    if (is_in_f(i, omp_get_thread_num()))
      f_inlined(2);
    else
      g_inlined(2);
  }
  stay();
}

// Two tasks stand at the same time, so each thread runs one.
static __attribute__((noinline)) void in_tasks(void) {
  for (int i = 0; i < kSteps; i++) {
    for (int thread = 0; thread < 2; thread++) {
#pragma omp task firstprivate(i, thread)
      f_or_g(i, thread, 2);
    }
#pragma omp taskwait
  }
}

static __attribute__((noinline)) void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    in_tasks();
    stay();
  }
  stay();
}

static __attribute__((noinline)) void nested_part(int outer) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kSteps; i++) f_or_g(i, 2 * outer + omp_get_thread_num(), 4);
  stay();
}

static __attribute__((noinline)) void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  nested_part(omp_get_thread_num());
  stay();
}

static long worker;  // kernel id of the thread that is about to wait or waits; 0: none

static void tell_worker(void) {
  STEPS_STORE(&worker, this_thread());
}

// After a wait that others looked for: in the next turn they must not take this thread's wait at a barrier, where
// it may still be asleep, for the wait that they look for.
static void forget_worker(void) {
  STEPS_STORE(&worker, 0);
}

// The worker waits, this thread is in f or g.
static void work_while_waiting(int step) {
  await_wait(&worker);
  f_or_g(step, 0, 1);
  wait_ms += kStep;
}

static __attribute__((noinline)) void idle(void) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < kSteps; i++) work_while_waiting(i);
    } else {
      tell_worker();
    }
  }
  stay();
}

static __attribute__((noinline)) void serial(void) {
  for (int i = 0; i < kSteps; i++) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) tell_worker();
    work_while_waiting(i);
  }
  stay();
}

static omp_lock_t lock;
static int held;

static __attribute__((noinline)) void hold_lock(void) {
  omp_set_lock(&lock);
  STEPS_STORE(&held, 1);
  for (int i = 0; i < kSteps / 2; i++) work_while_waiting(i);
  omp_unset_lock(&lock);
  stay();
}
static __attribute__((noinline)) void want_lock(void) {
  tell_worker();
  AWAIT(STEPS_LOAD(&held));
  omp_set_lock(&lock);
  forget_worker();
  STEPS_STORE(&held, 0);
  omp_unset_lock(&lock);
  stay();
}

static __attribute__((noinline)) void locks(void) {
  omp_init_lock(&lock);
  for (int times = 0; times < 2; times++) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0)
      hold_lock();
    else
      want_lock();
  }
  stay();
}

// All three take and release the lock, and stand for a step while they have it. Only the first makes anybody
// wait: when the others have it, nobody wants it.
static __attribute__((noinline)) void hold_briefly(void) {
  omp_set_lock(&lock);
  STEPS_STORE(&held, 1);
  for (int i = 0; i < 2; i++) {  // seen to wait, and seen to wait on
    await_wait(&worker);
    STEP(kStep);
    wait_ms += kStep;
  }
  omp_unset_lock(&lock);
  STEP_TOGETHER(3, kStep);
  STEP_TOGETHER(3, kStep);
  stay();
}
static __attribute__((noinline)) void want_briefly(void) {
  tell_worker();
  AWAIT(STEPS_LOAD(&held));
  omp_set_lock(&lock);
  forget_worker();
  STEPS_STORE(&held, 0);
  STEP_TOGETHER(3, kStep);
  omp_unset_lock(&lock);
  STEP_TOGETHER(3, kStep);
  stay();
}
static __attribute__((noinline)) void hold_unwanted(void) {
  STEP_TOGETHER(3, kStep);
  omp_set_lock(&lock);
  STEP_TOGETHER(3, kStep);
  omp_unset_lock(&lock);
  stay();
}

static __attribute__((noinline)) void turns(void) {
  static void (*const parts[])(void) = {hold_briefly, want_briefly, hold_unwanted};
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  for (int i = 0; i < kSteps / 4; i++) {
    parts[omp_get_thread_num()]();
#pragma omp barrier
  }
  stay();
}

static __attribute__((noinline)) void criticals(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kSteps / 4; i++) {
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      {
        STEPS_STORE(&held, 1);
        for (int j = 0; j < 4; j++) work_while_waiting(j);
      }
    } else {
      tell_worker();
      AWAIT(STEPS_LOAD(&held));
#pragma omp critical
      {
        forget_worker();
        STEPS_STORE(&held, 0);
      }
    }
#pragma omp barrier
  }
  stay();
}

static const struct {
  const char* name;
  void (*run)(void);
} modes[] = {
    {"direct", direct}, {"inlined", inlined}, {"task", tasks},  {"nested", nested},      {"idle", idle},
    {"serial", serial}, {"lock", locks},      {"turns", turns}, {"critical", criticals},
};

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "direct";
  steps_begin();
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
    if (strcmp(mode, modes[i].name) != 0) continue;
    modes[i].run();
    printf("f %u\ng %u\nwait %u\n", f_ms, g_ms, wait_ms);
    return 0;
  }
  return 2;
}
