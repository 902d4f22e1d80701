// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: about how LLVM's compilers pass tasks
// Untied tasks in parts: what lies before and after a scheduling point runs once each, in order, whatever the
// task waits for in between, and whether it is deferred, undeferred or final.
#include <omp.h>

#include "check.h"

enum { kTasks = 40 };
static int step[kTasks];
static int children[kTasks];

static void advance(int index, int from) {
  CHECK_EQ(step[index], from);
  step[index] = from + 1;
}

static void child(int index) {
#pragma omp task firstprivate(index)
  {
    busy(50);
#pragma omp atomic
    children[index]++;
  }
}

static void reset(void) {
  for (int i = 0; i < kTasks; i++) step[i] = children[i] = 0;
}

static void check_done(int last) {
  for (int i = 0; i < kTasks; i++) {
    CHECK_EQ(step[i], last);
    CHECK_EQ(children[i], 3);
  }
  reset();
}

static void spawn(int deferred, int final_task) {
  for (int i = 0; i < kTasks; i++) {
#pragma omp task untied firstprivate(i) if (deferred) final(final_task)
    {
      advance(i, 0);
      child(i);
#pragma omp taskyield
      advance(i, 1);
      child(i);
      child(i);
#pragma omp taskwait
      CHECK_EQ(children[i], 3);
      advance(i, 2);
#pragma omp taskgroup
      {
#pragma omp task untied firstprivate(i)
        advance(i, 3);
      }
      advance(i, 4);
    }
    if (!deferred) CHECK_EQ(step[i], 5);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    spawn(1, 0);
#pragma omp taskwait
    check_done(5);
    spawn(0, 0);
    check_done(5);
    spawn(1, 1);
#pragma omp taskwait
    check_done(5);
  }
  spawn(1, 0);  // outside of any region
#pragma omp taskwait
  check_done(5);
  return 0;
}
