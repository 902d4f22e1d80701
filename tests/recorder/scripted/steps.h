/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program's side of script.h. Include it first: it needs _GNU_SOURCE. */
#pragma once

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "script.h"

static struct limpid_script* steps_script;
static int steps_here;      /* threads that have come to the step */
static uint64_t steps_turn; /* steps made with STEP_TOGETHER */

/* NULL where time is no script. */
static __attribute__((unused)) struct limpid_script* steps_find(void) {
  return (struct limpid_script*)dlsym(RTLD_DEFAULT, LIMPID_SCRIPT);
}

/* First of all in main(). */
static __attribute__((unused)) void steps_begin(void) {
  steps_script = steps_find();
  if (steps_script != NULL) return;
  fprintf(stderr, "this program runs under liblimpid-recorder-scripted.so only\n");
  exit(3);
}

/* Lets others run. The instruction itself: the thread stays in the function that says this. */
#if defined(__x86_64__)
#define STEPS_YIELD()                                                       \
  do {                                                                      \
    long result_ = SYS_sched_yield;                                         \
    __asm__ volatile("syscall" : "+a"(result_) : : "rcx", "r11", "memory"); \
  } while (0)
#else
#define STEPS_YIELD() __asm__ volatile("" : : : "memory")
#endif

/* These are macros so that a thread that stands is in the function that says so, and in no other. */

#define AWAIT(condition)                \
  do {                                  \
    while (!(condition)) STEPS_YIELD(); \
  } while (0)

#define STEPS_LOAD(word) __atomic_load_n(word, __ATOMIC_SEQ_CST)
#define STEPS_STORE(word, value) __atomic_store_n(word, value, __ATOMIC_SEQ_CST)

/* Time passes; every thread is where it is. Any thread, one at a time. Threads that run have the processor
   for so many nanoseconds of it; the thread `silent_`, if it is not 0, does not answer. */
#define STEP_OF(ns, processor, silent_)                \
  do {                                                 \
    const uint64_t step_ = steps_script->asked + 1;    \
    steps_script->step_ns = (ns);                      \
    steps_script->processor_ns = (processor);          \
    steps_script->silent = (uint64_t)(silent_);        \
    STEPS_STORE(&steps_script->asked, step_);          \
    AWAIT(STEPS_LOAD(&steps_script->passed) == step_); \
  } while (0)
#define STEP(ms) STEP_OF((ms)*1000000ull, (ms)*1000000ull, 0)

/* So many threads come here; when the last one has, time passes, and then they go on. */
#define STEP_TOGETHER(threads, ms)                                           \
  do {                                                                       \
    const uint64_t turn_ = STEPS_LOAD(&steps_turn);                          \
    if (__atomic_add_fetch(&steps_here, 1, __ATOMIC_SEQ_CST) == (threads)) { \
      STEP(ms);                                                              \
      STEPS_STORE(&steps_here, 0);                                           \
      STEPS_STORE(&steps_turn, turn_ + 1);                                   \
    } else {                                                                 \
      AWAIT(STEPS_LOAD(&steps_turn) != turn_);                               \
    }                                                                        \
  } while (0)

static __attribute__((unused)) long this_thread(void) {
  return syscall(SYS_gettid);
}

/* Waits until *thread, a kernel id that the thread itself writes there, is not 0 and that thread is blocked
   in one of two system calls. */
static __attribute__((unused)) void await_call_of(const long* thread, long number, long other) {
  for (;;) {
    STEPS_YIELD();
    const long id = STEPS_LOAD(thread);
    if (id == 0) continue;
    char path[64], text[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", id);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    const ssize_t n = read(file, text, sizeof text - 1);
    close(file);
    char* end;
    const long call = n > 0 ? strtol(text, &end, 10) : -1;
    if (call >= 0 && end != text && *end == ' ' && (call == number || call == other)) return;
  }
}

/* Waits until the thread waits in the runtime: the runtime sleeps in futexes, with OMP_WAIT_POLICY=passive at
   once. */
static __attribute__((unused)) void await_wait(const long* thread) {
  await_call_of(thread, SYS_futex, SYS_futex);
}
