// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation (the test runs with OMP_CANCELLATION=true).
#include <omp.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

volatile int g_sink;

void parallel() {
  start(kCancel);
#pragma omp parallel num_threads(1)
  {
#pragma omp cancel parallel
    g_sink = 1;
  }
  finish();
  EXPECT_EVENTS(0, "cancel:parallel:activated");
}

void loop() {
  start(kCancel);
#pragma omp parallel num_threads(1)
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 10; ++i) {
    g_sink = i;
#pragma omp cancel for
  }
  finish();
  EXPECT_EVENTS(0, "cancel:loop:activated");
}

void detected() {
  start(kCancel);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    } else {
      for (;;) {
#pragma omp cancellation point parallel
      }
    }
  }
  finish();
  EXPECT_EVENTS(0, "cancel:parallel:activated");
  EXPECT_EVENTS(1, "cancel:parallel:detected");
}

void taskgroup() {
  start(kCancel | kTasks);
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
  {
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
  }
  finish();
  EXPECT_EVENTS(0, "create:explicit:undeferred switch:switch cancel:taskgroup:activated switch:cancel");
}

}  // namespace

void cancel_cases() {
  parallel();
  loop();
  detected();
  taskgroup();
}
