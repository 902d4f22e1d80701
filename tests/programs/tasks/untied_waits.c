// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that waits in an untied task at a barrier may run any task (5.1, 2.12.6), here one that a task on another
// thread waits for: with one thread in the region itself, one in the child and one in the wait, no other is free.
// threads: 3
#include <omp.h>

#include "check.h"

static int child_runs, done;

static int get(int* flag) {
  int value;
#pragma omp atomic read seq_cst
  value = *flag;
  return value;
}

static void set(int* flag) {
#pragma omp atomic write seq_cst
  *flag = 1;
}

static void await(int* flag) {
  while (!get(flag)) usleep(1);
}

int main(void) {
  int waiter = -1, runner = -2;
#pragma omp parallel shared(waiter, runner)
#pragma omp master
  {
#pragma omp task untied shared(waiter)
    {
      waiter = omp_get_thread_num();
#pragma omp task untied
      {
        set(&child_runs);
        await(&done);
      }
      await(&child_runs);
#pragma omp taskwait
    }
    await(&child_runs);
#pragma omp task shared(runner)
    {
      runner = omp_get_thread_num();
      set(&done);
    }
    await(&done);
  }
  CHECK_EQ(runner, waiter);
  return 0;
}
