// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation (the tests run with OMP_CANCELLATION=true). GCC builds them into ompt-events, Clang once more
// with main_llvm.cc.
#include <omp.h>
#include <unistd.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

volatile int g_sink;

std::string wait_in(const std::string& barrier, const std::string& inside = "") {
  return "sync_begin:" + barrier + " wait_begin:" + barrier + " wait_end:" + barrier + " " + inside +
         "sync_end:" + barrier;
}

std::string left_in(const std::string& barrier) {
  return wait_in(barrier, "cancel:parallel:detected ");
}

const std::string kEnd = " " + wait_in("parallel");

// Until the tool has written the word.
void await(const std::string& word) {
  while (count(word) == 0) usleep(100);
}

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
  start(kCancel | kSync | kWait);
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
  EXPECT_EVENTS(0, "cancel:parallel:activated" + kEnd);
  EXPECT_EVENTS(1, "cancel:parallel:detected" + kEnd);
}

// The cancel comes when the other thread is in the barrier, or when it is still on its way there.
void barrier(bool late) {
  start(kCancel | kSync | kWait);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      if (!late) await("wait_begin:barrier");
#pragma omp cancel parallel
    }
    if (late) await("cancel:parallel:activated");
#pragma omp barrier
    g_sink = 1;
  }
  finish();
  EXPECT_EVENTS(0, "cancel:parallel:activated" + kEnd);
  EXPECT_EVENTS(1, left_in("barrier") + kEnd);
}

void loop_end(bool late) {
  start(kCancel | kSync | kWait | kWork);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      if (!late) await("wait_begin:workshare");
#pragma omp cancel parallel
    }
    if (late) await("cancel:parallel:activated");
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 3; ++i) g_sink = i;
    g_sink = 1;
  }
  finish();
  EXPECT_EVENTS(0, "cancel:parallel:activated" + kEnd);
  EXPECT_EVENTS(1, "work_begin:dynamic:3 work_end:dynamic " + left_in("workshare") + kEnd);
}

void sections_end() {
  start(kCancel | kSync | kWait | kWork);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      await("wait_begin:workshare");
#pragma omp cancel parallel
    }
#pragma omp sections
    {
#pragma omp section
      g_sink = 1;
#pragma omp section
      g_sink = 2;
    }
    g_sink = 3;
  }
  finish();
  EXPECT_EVENTS(0, "cancel:parallel:activated" + kEnd);
  EXPECT_EVENTS(1, "work_begin:sections:2 work_end:sections " + left_in("workshare") + kEnd);
}

// A construct whose end GCC does not tell ends before the barrier that comes too late.
void single_before() {
  start(kCancel | kSync | kWork);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      await("work_begin:executor:1");
#pragma omp cancel parallel
    }
#pragma omp single nowait
    g_sink = 1;
    await("cancel:parallel:activated");
#pragma omp barrier
    g_sink = 2;
  }
  finish();
  EXPECT_EVENTS(1,
                "work_begin:executor:1 work_end:executor "
                "sync_begin:(barrier|workshare) cancel:parallel:detected sync_end:(barrier|workshare) "
                "sync_begin:parallel sync_end:parallel");
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
  for (bool late : {false, true}) {
    barrier(late);
    loop_end(late);
  }
  sections_end();
  single_before();
  taskgroup();
}
