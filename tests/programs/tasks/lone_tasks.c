// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A creator that waits for each of its tasks at once soon wakes nobody for them any more (core/data/idle_sleep.h). Then it
// creates one and computes until another member has executed that: one that sleeps must find it all the same.
//
// env: OMP_WAIT_POLICY=passive
// threads: 2
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kRounds = 20, kTasks = 20000 };

static int executed, elsewhere;

static void execute_some(void) {
  for (int i = 0; i < kTasks; i++) {
#pragma omp task
    {
#pragma omp atomic
      executed++;
    }
#pragma omp taskwait
  }
}

static void compute_until_executed(void) {
  int done = 0;
  const int creator = omp_get_thread_num();
#pragma omp task shared(done)
  {
    elsewhere += omp_get_thread_num() != creator;
#pragma omp atomic write
    done = 1;
  }
  for (int seen = 0; !seen;) {
    sched_yield();
#pragma omp atomic read
    seen = done;
  }
#pragma omp taskwait
}

int main(void) {
  for (int round = 0; round < kRounds; round++) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      execute_some();
      compute_until_executed();
    }
  }
  CHECK_EQ(executed, kRounds * kTasks);
  CHECK_EQ(elsewhere, kRounds);
  return 0;
}
