// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of a team share the long tasks of a taskloop in halves (core/task/create/lazy_taskloop.h): each goes on with
// neighbours of its last task. Were the tasks left one range, each would take it from the other at every task.
//
// not clang: its code creates all tasks at the start
// grammar: no all tasks are created at the start where a tool observes them
// threads: 2
#include <omp.h>

#include "check.h"

enum { kTasks = 512, kSteps = 20000 };  // some tens of microseconds each

static int executed_by[kTasks];

static void compute(void) {
  for (volatile int step = 0; step < kSteps; step++) {
  }
}

static int changes_of_thread(void) {
  int changes = 0;
  for (int i = 1; i < kTasks; i++) changes += executed_by[i] != executed_by[i - 1];
  return changes;
}

int main(void) {
  for (int round = 0; round < 5; round++) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < kTasks; i++) {
      compute();
      executed_by[i] = omp_get_thread_num();
    }
    // Log2 of 512 takings for each time that one runs out, of two changes each; in one range up to 511 changes.
    CHECK(changes_of_thread() < kTasks / 4);
  }
  return 0;
}
