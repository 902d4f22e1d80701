// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks, on one thread where the order of events is the program's, and on several where it is not.
#include <omp.h>

#include <cstdint>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

volatile int g_sink;
constexpr unsigned kAll = kTasks | kSync | kDependences;
const std::string kEnd = " sync_begin:parallel sync_end:parallel";
const std::string kRun = " switch:switch switch:complete";

// One thread, one implicit task: the events of body.
template <class Body>
void alone(unsigned what, Body body, const std::string& expected) {
  start(what);
#pragma omp parallel num_threads(1)
  body();
  finish();
  EXPECT_EVENTS(0, expected + kEnd);
}

void undeferred() {
  alone(
      kAll,
      [] {
#pragma omp task if (0)
        g_sink = 1;
      },
      "create:explicit:undeferred" + kRun);
  alone(
      kAll,
      [] {
#pragma omp task if (0) untied
        g_sink = 1;
      },
      "create:explicit:undeferred:untied" + kRun);
  alone(
      kAll,
      [] {
#pragma omp task final(1)
        {
#pragma omp task
          g_sink = 1;
        }
#pragma omp taskwait
      },
      "create:explicit(:undeferred)?:final.*create:explicit:undeferred:final" + kRun + ".*");
}

void taskwait() {
  alone(
      kAll,
      [] {
#pragma omp task
        g_sink = 1;
#pragma omp taskwait
      },
      "create:explicit(:undeferred)?(" + kRun + ")? sync_begin:taskwait(" + kRun + ")? sync_end:taskwait");
}

void taskgroup() {
  alone(
      kAll,
      [] {
#pragma omp taskgroup
        {
#pragma omp task
          g_sink = 1;
        }
      },
      "sync_begin:taskgroup create:explicit(:undeferred)?(" + kRun +
          ")? ?(switch:switch switch:complete )?sync_end:taskgroup");
}

// GCC passes out as inout.
void dependences() {
  [[maybe_unused]] static int variable;
  start(kAll);
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out : variable)
    g_sink = 1;
#pragma omp task depend(in : variable)
    g_sink = 2;
#pragma omp task depend(inout : variable)
    g_sink = 3;
#pragma omp taskwait
  }
  finish();
  std::string words = of(0);
  EXPECT_EQ(words.find("dependences:in ") != std::string::npos, 1);
  EXPECT_EQ(words.find("dependences:inout") != std::string::npos, 1);
  EXPECT_EVENTS(
      0,
      "create:explicit(:undeferred)?:depend dependences:inout.*create:explicit(:undeferred)?:depend "
      "dependences:in.*"
      "create:explicit(:undeferred)?:depend dependences:inout.*");
}

void taskwait_depend() {
  [[maybe_unused]] static int variable;
  start(kAll);
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out : variable)
    g_sink = 1;
#pragma omp taskwait depend(in : variable)
  }
  finish();
  EXPECT_EVENTS(0, ".*create:taskwait(:[a-z]+)*:depend dependences:in.*switch:taskwait_complete.*" + kEnd);
}

void taskloop() {
  start(kAll | kWork);
#pragma omp parallel num_threads(1)
  {
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < 9; ++i) g_sink = i;
  }
  finish();
  std::string words = of(0);
  EXPECT_EVENTS(0, ".*work_begin:taskloop:9.*work_end:taskloop.*sync_end:taskgroup" + kEnd);
  int created = 0;
  for (size_t at = words.find("create:"); at != std::string::npos; at = words.find("create:", at + 1))
    ++created;
  EXPECT_EQ(created, 3);
}

// The event is fulfilled before, by, and after the body.
// Each task says which iterations it has when it begins to run; also tasks that nobody was told of (the spans
// of core/task/create/lazy_taskloop.h), and chunks of loops whose bounds are not counted from 0.
void taskloop_chunks() {
  for (unsigned what : {kTasks | kDispatch, unsigned{kDispatch}}) {
    start(what);
#pragma omp parallel num_threads(1)
#pragma omp taskloop grainsize(4)
    for (int i = 100; i > 80; i -= 2) g_sink = i;
    finish();
    const std::string run = what & kTasks ? "create:explicit:undeferred switch:switch " : "";
    const std::string done = what & kTasks ? " switch:complete" : "";
    EXPECT_EVENTS(
        0, run + "dispatch:taskloop_chunk:0[+]5" + done + " " + run + "dispatch:taskloop_chunk:5[+]5" + done);
  }
  start(kDispatch);
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop num_tasks(40)
  for (unsigned long long i = 7; i < 207; ++i) g_sink = 1;
  finish();
  int chunks = 0;
  for (unsigned index = 0; index < 4; ++index) {
    std::string words = of(index);
    for (size_t at = words.find("taskloop_chunk:"); at != std::string::npos;
         at = words.find("taskloop_chunk:", at + 1)) {
      ++chunks;
      EXPECT_EQ(std::stoi(words.substr(at + 15)) % 5, 0);
      EXPECT_EQ(std::stoi(words.substr(words.find('+', at) + 1)), 5);
    }
  }
  EXPECT_EQ(chunks, 40);
}

void detach() {
  omp_event_handle_t event;
  start(kTasks);
#pragma omp parallel num_threads(1)
  {
#pragma omp task detach(event)
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  finish();
  EXPECT_EVENTS(0, "create:explicit(:undeferred)? switch:switch switch:early_fulfill switch:complete");
  start(kTasks);
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t late;
#pragma omp task detach(late)
    g_sink = 1;
#pragma omp taskyield
#pragma omp task firstprivate(late) if (0)
    omp_fulfill_event(late);
#pragma omp taskwait
  }
  finish();
  EXPECT_EVENTS(
      0, "create:explicit.*(switch:detach.*switch:late_fulfill|switch:early_fulfill.*switch:complete).*");
}

void on_two_threads() {
  start(kTasks);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task
    g_sink = i;
  }
  finish();
  int created = 0;
  int completed = 0;
  for (unsigned index : {0u, 1u}) {
    std::string words = of(index);
    for (size_t at = words.find("create:"); at != std::string::npos; at = words.find("create:", at + 1))
      ++created;
    for (size_t at = words.find("complete"); at != std::string::npos; at = words.find("complete", at + 1))
      ++completed;
  }
  EXPECT_EQ(created, 50);
  EXPECT_EQ(completed, 50);
}

}  // namespace

void task_cases() {
  undeferred();
  taskwait();
  taskgroup();
  dependences();
  taskwait_depend();
  taskloop();
  taskloop_chunks();
  detach();
  on_two_threads();
}
