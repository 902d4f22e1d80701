// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that controls its own recording and names its phases; its time is a script (scripted/script.h).
// Prints in milliseconds what passed in f, g and h, over both threads, and what the recorder answered.
//
//   phases MODE
//
//   between | within     f is recorded; g comes while the recording is paused: between regions, or in one
//   started              the recording is paused from the beginning (LIMPID_START=paused): g; then f
//   forked               a child is forked in a pause, and goes on with the recording
//   flush                is killed right after a flush
//   end                  ends the recording and goes on
//   answers              every command, known or not
//   named                phases one after the other, in each other, and overlapping
//   changed              another phase begins as soon as the recording goes on
//   many                 changes its phase a million times
#include "steps.h"

#include <limpid.h>
#include <omp.h>
#include <signal.h>
#include <sys/wait.h>

enum { kStep = 10, kThreads = 2 };
enum { kStart = 1, kPause = 2, kFlush = 3, kEnd = 4 };

static volatile int sink;
static unsigned f_ms, g_ms, h_ms;

// GCC's omp.h does not have it.
static int control(int command) {
  int (*function)(int, int, void*) = (int (*)(int, int, void*))dlsym(RTLD_DEFAULT, "omp_control_tool");
  return function == NULL ? -3 : function(command, 0, NULL);
}

static void stay(void) {
  sink = sink + 1;
}

#define STAND(name)                                       \
  static __attribute__((noinline)) void name(int ms) {    \
    STEP_TOGETHER(kThreads, ms);                          \
    __atomic_fetch_add(&name##_ms, ms, __ATOMIC_RELAXED); \
  }
STAND(f)
STAND(g)
STAND(h)

static __attribute__((noinline)) void region(void (*stand)(int), int steps) {
#pragma omp parallel num_threads(kThreads)
  for (int i = 0; i < steps; i++) stand(kStep);
  stay();
}

static __attribute__((noinline)) void tasks(int count) {
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  for (int i = 0; i < count; i++) {
#pragma omp task
    stay();
  }
  stay();
}

static void between(void) {
  region(f, 3);
  tasks(5);
  printf("paused %d\n", control(kPause));
  printf("again %d\n", control(kPause));
  region(g, 4);
  tasks(70);
  printf("started %d\n", control(kStart));
  printf("restarted %d\n", control(kStart));
  region(f, 2);
  tasks(6);
}

static void within(void) {
#pragma omp parallel num_threads(kThreads)
  {
    f(kStep);
#pragma omp barrier
#pragma omp master
    control(kPause);
#pragma omp barrier
    g(kStep);
#pragma omp barrier
#pragma omp master
    control(kStart);
#pragma omp barrier
    f(kStep);
  }
  stay();
}

static void started(void) {
  region(g, 2);
  tasks(70);
  control(kStart);
  region(f, 2);
}

static void forked(void) {
  region(f, 1);
  limpid_phase("all");
  control(kPause);
  const pid_t child = fork();
  if (child == 0) {
    f_ms = g_ms = 0;
    region(g, 1);
    control(kStart);
    region(f, 2);
    exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  control(kStart);
}

static void flush(void) {
  region(f, 3);
  tasks(5);
  control(kFlush);
  printf("f %u\n", f_ms);
  fflush(stdout);
  raise(SIGKILL);
}

static void end(void) {
  region(f, 3);
  printf("ended %d\n", control(kEnd));
  printf("restarted %d\n", control(kStart));
  printf("again %d\n", control(kEnd));
  tasks(70);
  limpid_phase("too late");
}

static void answers(void) {
  printf("flush %d\nunknown %d\nnegative %d\n", control(kFlush), control(77), control(-1));
  printf("no_name %d\n", limpid_control_(LIMPID_CONTROL_PHASE, NULL));
  printf("no_begin %d\n", limpid_control_(LIMPID_CONTROL_PHASE_BEGIN, ""));
  printf("never_begun %d\n", limpid_control_(LIMPID_CONTROL_PHASE_END, "x"));
}

static void named(void) {
  limpid_phase("set up");
  region(f, 3);
  limpid_phase("solve");
  region(f, 4);
  limpid_phase_begin("exchange");
  region(g, 2);
  limpid_phase_end("exchange");
  region(h, 1);
  limpid_phase_begin("exchange");
  limpid_phase("");
  region(g, 1);
  limpid_phase_end("exchange");
  region(h, 5);
  limpid_phase("solve");
  region(f, 1);
}

// The phase changes right after the recording goes on, while nothing has been seen yet.
static void changed(void) {
  limpid_phase("one");
  region(f, 1);
  control(kPause);
  region(g, 1);
  control(kStart);
  limpid_phase("two");
  region(h, 3);
}

static void many(void) {
  for (int i = 0; i < 1000000; i++) limpid_phase(i % 2 == 0 ? "even" : "odd");
  region(f, 1);
}

int main(int argc, char** argv) {
  const struct {
    const char* name;
    void (*run)(void);
  } modes[] = {{"between", between}, {"within", within}, {"started", started}, {"forked", forked},
               {"flush", flush},     {"end", end},       {"answers", answers}, {"named", named},
               {"changed", changed}, {"many", many}};
  steps_begin();
  for (size_t i = 0; argc == 2 && i < sizeof modes / sizeof modes[0]; i++) {
    if (strcmp(argv[1], modes[i].name) != 0) continue;
    modes[i].run();
    printf("f %u\ng %u\nh %u\n", f_ms, g_ms, h_ms);
    return 0;
  }
  return 2;
}
