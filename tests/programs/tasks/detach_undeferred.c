// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that is undeferred or included and has an event: its creator goes on when the task's block is
// complete (OpenMP 5.1, 1.2.5), and fulfils the event itself. Whoever waits for the task waits until then.
#include <omp.h>

#include "check.h"

static int volatile fulfilled;

static void fulfill(omp_event_handle_t event) {
  fulfilled = 1;
  omp_fulfill_event(event);
}

static void undeferred(void) {
  int done = 0, after = 0;
  omp_event_handle_t event;
  fulfilled = 0;
#pragma omp task detach(event) if (0) shared(done) depend(out : done)
  done++;
  CHECK_EQ(done, 1);
#pragma omp task depend(in : done) shared(after)
  {
#ifndef __clang__  // which leaves undeferred tasks out of the order: it waits for their predecessors itself
    CHECK(fulfilled);
#endif
    after = 1;
  }
  busy(1000);
  fulfill(event);
#pragma omp taskwait
  CHECK_EQ(after, 1);
}

// With predecessors, for which the creator does wait.
static void after_others(void) {
  int order = 0, last = 0;
  omp_event_handle_t event;
#pragma omp task depend(out : order) shared(order)
  {
    busy(2000);
    order = 1;
  }
#pragma omp task detach(event) if (0) depend(inout : order) shared(order)
  order *= 5;
  CHECK_EQ(order, 5);
#pragma omp task depend(in : order) shared(order, last)
  last = order;
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ(last, 5);
}

static void included(void) {
  int done = 0;
#pragma omp task final(1) shared(done)
  {
    omp_event_handle_t event;
    int inner = 0;
#pragma omp task detach(event) shared(inner)
    inner++;
    CHECK_EQ(inner, 1);
    omp_fulfill_event(event);
#pragma omp taskwait
    done = 1;
  }
#pragma omp taskwait
  CHECK_EQ(done, 1);
}

// Another task fulfils; taskwait, the end of a taskgroup and that of the region wait for it.
static void by_another_task(void) {
  omp_event_handle_t event;
  fulfilled = 0;
#pragma omp task detach(event) if (0)
  busy(1);
#pragma omp task firstprivate(event)
  {
    busy(3000);
    fulfill(event);
  }
#pragma omp taskwait
  CHECK(fulfilled);
  fulfilled = 0;
#pragma omp taskgroup
  {
#pragma omp task detach(event) if (0)
    busy(1);
#pragma omp task firstprivate(event)
    {
      busy(3000);
      fulfill(event);
    }
  }
  CHECK(fulfilled);
}

static void many(void) {
  enum { kTasks = 100 };
  omp_event_handle_t events[kTasks];
  int sum = 0;
  for (int i = 0; i < kTasks; i++) {
    omp_event_handle_t event;
#pragma omp task detach(event) if (0) shared(sum)
    sum += i;
    events[i] = event;
  }
  CHECK_EQ(sum, kTasks * (kTasks - 1) / 2);
  for (int i = 0; i < kTasks; i++) omp_fulfill_event(events[(i * 37) % kTasks]);
#pragma omp taskwait
}

static void all(void) {
  undeferred();
  after_others();
  included();
  by_another_task();
  many();
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    omp_event_handle_t last;
    fulfilled = 0;
#pragma omp parallel
#pragma omp single
    {
      all();
      fulfilled = 0;
#pragma omp task detach(last) if (0)
      busy(1);
#pragma omp task firstprivate(last)
      {
        busy(1000);
        fulfill(last);
      }
    }
    CHECK(fulfilled);
  }
  all();
  return 0;
}
