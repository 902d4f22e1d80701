// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many long tasks of one parent: a thread that waits for them, and one that steals several at once, run them in the
// order of their creation, the one from the middle, the other from the oldest (docs/performance/tasks.md; OpenMP leaves it open).
//
// env: OMP_MAX_TASK_PRIORITY=1
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kTasks = 40, kMeasured = 4 };
static int order[kTasks], begun;
static int meeting_place = -1;  // the task that begins there waits until another one has begun

// Waits without a task scheduling point.
static void await(const int* what, int least) {
  int seen = 0;
  while (seen < least) {
    sched_yield();
#pragma omp atomic read
    seen = *what;
  }
}

static void long_task(int number) {
  int place;
#pragma omp atomic capture
  place = begun++;
  order[place] = number;
  if (place == meeting_place) await(&begun, place + 2);
  const double end = omp_get_wtime() + 50e-6;
  while (omp_get_wtime() < end) continue;
}

static void create(void) {
  for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
    long_task(i);
  }
}

// Before the region: there, the other member would wait for the tasks of the check before.
static void begin_check(void) {
  begun = 0;
}

static int expect_from(int place, int first, int step, int count) {
  for (int i = 0; i < count; i++) CHECK_EQ(order[place + i], first + step * i);
  return place + count;
}

// All were run by their creator. The youngest tell how long they take; then come its share of two, and what nobody stole.
static void check_order(int measured) {
  const int share = (kTasks - measured) / 2;
  CHECK_EQ(begun, kTasks);
  int place = expect_from(0, kTasks - 1, -1, measured);
  place = expect_from(place, kTasks - measured - share, 1, share);
  expect_from(place, 0, 1, kTasks - measured - share);
}

enum wait { kTaskwait, kTaskgroup, kTask };

// The other member is kept away from the tasks.
static void check_waiting_creator(enum wait wait) {
  int finished = 0;
  begin_check();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    if (wait == kTaskgroup) {
#pragma omp taskgroup
      create();
    } else if (wait == kTask) {
#pragma omp task
      {
        create();
#pragma omp taskwait
      }
#pragma omp taskwait
    } else {
      create();
#pragma omp taskwait
    }
    check_order(kMeasured);
#pragma omp atomic write
    finished = 1;
  } else {
    await(&finished, 1);
  }
}

// Only the thief runs tasks: their creator does not wait before they have ended.
static void check_thief(void) {
  begin_check();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    create();
    await(&begun, kTasks);
  }
  CHECK_EQ(begun, kTasks);
  expect_from(0, 0, 1, kTasks);
}

// The creator goes to the barrier at the region's end, which the other member reaches when no task is left.
static void check_barrier(void) {
  begin_check();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    create();
  } else {
    await(&begun, kTasks);
  }
  check_order(kMeasured);
}

// The thief comes when the creator has begun with its share: it takes the oldest.
static void check_meeting(void) {
  begin_check();
  meeting_place = kMeasured;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    create();
#pragma omp taskwait
  } else {
    await(&begun, kMeasured + 1);
  }
  meeting_place = -1;
  CHECK_EQ(begun, kTasks);
  expect_from(0, kTasks - 1, -1, kMeasured);
  CHECK_EQ(order[kMeasured], (kTasks - kMeasured) / 2);
  CHECK_EQ(order[kMeasured + 1], 0);
}

// One that is created last and has a priority runs first, and is one of those that tell how long they take.
static void check_priority(void) {
  int finished = 0;
  begin_check();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    create();
#pragma omp task priority(1)
    { CHECK_EQ(begun, 0); }
#pragma omp taskwait
    check_order(kMeasured - 1);
#pragma omp atomic write
    finished = 1;
  } else {
    await(&finished, 1);
  }
}

// The end of a taskgroup waits for the group alone: older tasks do not go before its own.
static void check_group_among_others(void) {
  int finished = 0;
  begin_check();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    create();
#pragma omp taskgroup
    {
#pragma omp task
      CHECK_EQ(begun, 0);
    }
    CHECK_EQ(begun, 0);
#pragma omp taskwait
    check_order(kMeasured);
#pragma omp atomic write
    finished = 1;
  } else {
    await(&finished, 1);
  }
}

int main(void) {
  if (omp_get_max_threads() < 2) return 0;
  for (int round = 0; round < 3; round++) {
    check_waiting_creator(kTaskwait);
    check_waiting_creator(kTaskgroup);
    check_waiting_creator(kTask);
    check_thief();
    check_barrier();
    check_meeting();
    check_priority();
    check_group_among_others();
  }
  return 0;
}
