// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: about how LLVM's compilers pass tasks
// Detached tasks, their events fulfilled before, during and after their code, by themselves, by other tasks
// and by threads that OpenMP does not know; undeferred and dependent ones.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kTasks = 30 };
static int fulfilled;

static void fulfill(omp_event_handle_t event) {
#pragma omp atomic
  fulfilled++;
  omp_fulfill_event(event);
}

static void* fulfill_outside(void* event) {
  busy(20000);
  fulfill(*(omp_event_handle_t*)event);
  return 0;
}

static void inside(void) {
  for (int i = 0; i < kTasks; i++) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    fulfill(event);
  }
#pragma omp taskwait
  CHECK_EQ(fulfilled, kTasks);
  fulfilled = 0;
}

static void by_others(void) {
  int order = 0;
  for (int i = 0; i < kTasks; i++) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : order) shared(order)
    order++;
#pragma omp task firstprivate(event)
    {
      busy(500);
      fulfill(event);
    }
  }
#pragma omp taskwait
  CHECK_EQ(order, kTasks);
  CHECK_EQ(fulfilled, kTasks);
  fulfilled = 0;
}

static void from_outside(int deferred) {
  for (int i = 0; i < 5; i++) {
    omp_event_handle_t event;
    pthread_t thread;
#pragma omp task detach(event) if (deferred) shared(thread)
    {
      static omp_event_handle_t handles[5];
      handles[i] = event;
      CHECK_EQ(pthread_create(&thread, 0, fulfill_outside, &handles[i]), 0);
      pthread_detach(thread);
    }
#pragma omp taskwait
    CHECK_EQ(fulfilled, i + 1);
  }
  fulfilled = 0;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 5; round++) {
    inside();
    by_others();
    from_outside(1);
    from_outside(0);
  }
  inside();
  from_outside(1);
  return 0;
}
