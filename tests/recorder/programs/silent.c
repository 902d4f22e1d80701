// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that blocks all signals while time passes by the script. Argument 1: for ever, or for a while.
#include "steps.h"

#include <omp.h>
#include <signal.h>

enum { kStep = 100 };  // ms

static long silent;  // kernel id
static volatile int sink;

static void block(int how) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(how, &all, NULL);
}

// Both threads meet, and the first lets time pass while the second does not answer.
static int here;
static uint64_t turn;
#define STAND_SILENT()                                         \
  do {                                                         \
    const uint64_t turn_ = STEPS_LOAD(&turn);                  \
    if (omp_get_thread_num() == 1) {                           \
      STEPS_STORE(&here, 1);                                   \
      AWAIT(STEPS_LOAD(&turn) != turn_);                       \
    } else {                                                   \
      AWAIT(STEPS_LOAD(&here));                                \
      STEPS_STORE(&here, 0);                                   \
      STEP_OF(kStep * 1000000ull, kStep * 1000000ull, silent); \
      STEPS_STORE(&turn, turn_ + 1);                           \
    }                                                          \
  } while (0)

__attribute__((noipa)) static void blocked(int steps, int then_open) {
  for (int i = 0; i < steps; i++) STAND_SILENT();
  if (then_open && omp_get_thread_num() == 1) block(SIG_UNBLOCK);
  sink = sink + 1;
}
__attribute__((noipa)) static void open_again(int steps) {
  for (int i = 0; i < steps; i++) STEP_TOGETHER(2, kStep);
}

int main(int argc, char** argv) {
  const int for_ever = argc > 1 && strcmp(argv[1], "ever") == 0;
  steps_begin();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      block(SIG_BLOCK);
      STEPS_STORE(&silent, this_thread());
    }
    AWAIT(STEPS_LOAD(&silent) != 0);
    blocked(for_ever ? 12 : 2, !for_ever);
    if (!for_ever) open_again(4);
  }
  printf("blocked %d\nopen %d\n", (for_ever ? 12 : 2) * kStep, for_ever ? 0 : 4 * kStep);
  return 0;
}
