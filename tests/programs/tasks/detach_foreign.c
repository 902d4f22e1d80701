// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events fulfilled by threads that OpenMP does not know, while the team waits at taskwait, taskgroup and a
// barrier.
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

static void* fulfill(void* event) {
  usleep(300);
  omp_event_handle_t handle;
  memcpy(&handle, event, sizeof handle);
  omp_fulfill_event(handle);
  return NULL;
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    pthread_t threads[3];
    omp_event_handle_t events[3];
    int done = 0, dependent = 0;
#pragma omp parallel shared(events)
#pragma omp single
    {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : done) shared(done)
      done = 1;
      events[0] = event;
      CHECK_EQ(pthread_create(&threads[0], NULL, fulfill, &events[0]), 0);
#pragma omp task depend(in : done) shared(done, dependent)
      {
        CHECK_EQ(done, 1);
        dependent = 1;
      }
#pragma omp taskwait
      CHECK_EQ(dependent, 1);
#pragma omp taskgroup
      {
#pragma omp task detach(event) shared(done)
        done = 2;
        events[1] = event;
        CHECK_EQ(pthread_create(&threads[1], NULL, fulfill, &events[1]), 0);
      }
      CHECK_EQ(done, 2);
#pragma omp task detach(event) shared(done)
      done = 3;
      events[2] = event;
      CHECK_EQ(pthread_create(&threads[2], NULL, fulfill, &events[2]), 0);
    }
    CHECK_EQ(done, 3);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  }
  return 0;
}
