// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that creates many tasks with dependences, faster than they run, runs some itself: the number of
// unfinished ones, and with it the program's memory, stays bounded.
// threads: 1 2 4
#include <omp.h>

#include "check.h"

enum { kTasks = 20000, kChains = 64, kMostPerThread = 2 * 256 };

static int finished;

// Longer than the creation of a task.
static void work(int* cell) {
  volatile int sink = 0;
  for (int i = 0; i < 5000; i++) sink += i;
  (*cell)++;
#pragma omp atomic
  finished++;
}

int main(void) {
  static int cells[kChains];
  int most = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; i++) {
    int* cell = &cells[i % kChains];
#pragma omp task depend(inout : cell[0])
    work(cell);
    int done;
#pragma omp atomic read
    done = finished;
    if (i + 1 - done > most) most = i + 1 - done;
  }
  CHECK_EQ(finished, kTasks);
  for (int i = 0; i < kChains; i++) CHECK_EQ(cells[i], (kTasks + kChains - 1 - i) / kChains);
  CHECK(most <= kMostPerThread * omp_get_max_threads());
  return 0;
}
