// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that waits takes its own tasks before those that a foreign thread made ready, unless these have a priority: it
// looks for them under a lock (docs/performance/tasks.md; OpenMP leaves the order open).
//
// env: OMP_MAX_TASK_PRIORITY=1
// threads: 2
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "check.h"

static int order[2], begun, finished;

static void* fulfill(void* event) {
  omp_event_handle_t handle;
  memcpy(&handle, event, sizeof handle);
  omp_fulfill_event(handle);
  return NULL;
}

static void fulfill_elsewhere(omp_event_handle_t event) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, fulfill, &event), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

// The other member is kept away from the tasks.
static void await_end(void) {
  int seen = 0;
  while (!seen) {
    sched_yield();
#pragma omp atomic read
    seen = finished;
  }
}

enum { kOwn, kForeign };

static void check_first(int priority, int first) {
  begun = finished = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() != 0) {
    await_end();
  } else {
    int data = 0;
    (void)data;
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : data)
    {}
#pragma omp taskyield  // executes it: its event is all that is missing
#pragma omp task depend(in : data) priority(priority)
    order[begun++] = kForeign;
#pragma omp task
    order[begun++] = kOwn;
    fulfill_elsewhere(event);
#pragma omp taskwait
#pragma omp atomic write
    finished = 1;
  }
  CHECK_EQ(begun, 2);
  CHECK_EQ(order[0], first);
}

int main(void) {
  check_first(0, kOwn);
  check_first(1, kForeign);
  return 0;
}
