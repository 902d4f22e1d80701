// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What only LLVM's compilers tell a runtime: target tasks whose regions they call themselves, and the chunks
// of static and distributed loops.
#include <omp.h>

#include <set>

#include "cases.h"
#include "device_log.h"

using namespace device_log;

namespace {

volatile int g_sink;

void target_task() {
  int value = 0;
  clear();
#pragma omp parallel num_threads(1)
  {
#pragma omp target nowait map(tofrom : value)
    value = 1;
#pragma omp taskwait
  }
  EXPECT_EQ(value, 1);
  EXPECT_WORDS(
      "(initialize load )?create:target(:[a-z]+)* schedule:switch (initialize load )?target_begin:9 "
      "target_end:9 "
      "schedule:complete");
  Event create, to_task, begin, end;
  for (const Event& event : events()) {
    if (event.name == "create") create = event;
    if (event.word == "schedule:switch") to_task = event;
    if (event.name == "target_begin") begin = event;
    if (event.name == "target_end") end = event;
  }
  EXPECT_EQ(begin.task == to_task.task && end.task == begin.task && begin.task != nullptr, 1);
  EXPECT_EQ(begin.code != nullptr && begin.code == create.code, 1);
  EXPECT_EQ(begin.inside, 1);
  if (old_form()) {
    EXPECT_EQ(begin.target_id != 0 && begin.target_id == end.target_id, 1);
    return;
  }
  EXPECT_EQ(begin.target_task == create.task && begin.target_task_value != 0, 1);
  EXPECT_EQ(end.target_task_value == begin.target_task_value && end.target == begin.target, 1);
}

// An empty task whose end nobody waits for here: it is complete without having been scheduled.
void taskwait_nowait() {
  int value = 0;
  clear();
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out : value)
    value = 1;
#pragma omp taskwait depend(inout : value) nowait
  }
  EXPECT_EQ(value, 1);
  EXPECT_WORDS(
      "create:explicit(:[a-z]+)* schedule:switch schedule:complete create:taskwait(:[a-z]+)* "
      "schedule:taskwait_complete");
  Event create, wait;
  for (const Event& event : events()) {
    if (event.name == "create") create = event;
    if (event.word == "schedule:taskwait_complete") wait = event;
  }
  EXPECT_EQ(wait.task == create.task && wait.task != nullptr, 1);
  EXPECT_EQ(wait.target_task == nullptr, 1);  // the next task
}

void expect_single_iterations(int count) {
  std::set<std::string> chunks;
  for (const Event& event : events())
    if (event.name == "dispatch") chunks.insert(event.word);
  EXPECT_EQ(chunks.size(), count);
  for (int i = 0; i < count; ++i) EXPECT_EQ(chunks.count("dispatch:chunk:" + std::to_string(i) + "+1"), 1);
}

// Each chunk of a static loop is dispatched, and together they are the loop.
void static_chunks() {
  EXPECT_EQ(set(ompt_callback_dispatch, true), ompt_set_sometimes_paired);
  for (int threads : {1, 2, 4}) {
    clear();
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int i = 0; i < 100; ++i) g_sink = i;
    expect_single_iterations(100);
    clear();
#pragma omp parallel for schedule(static, 1) ordered(1) num_threads(threads)
    for (int i = 0; i < 20; ++i) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
    }
    expect_single_iterations(20);
  }
  clear();
#pragma omp teams distribute num_teams(2) dist_schedule(static, 10)
  for (int i = 0; i < 40; ++i) g_sink = i;
  std::set<std::string> chunks;
  for (const Event& event : events())
    if (event.name == "dispatch") chunks.insert(event.word);
  EXPECT_EQ(chunks.size(), 4);
  EXPECT_EQ(chunks.count("dispatch:distribute_chunk:30+10"), 1);
  set(ompt_callback_dispatch, false);
}

// One dispatch per section, whatever the number of threads.
void sections() {
  set(ompt_callback_dispatch, true);
  for (int threads : {1, 2, 4}) {
    clear();
#pragma omp parallel sections num_threads(threads)
    {
#pragma omp section
      g_sink = 1;
#pragma omp section
      g_sink = 2;
#pragma omp section
      g_sink = 3;
    }
    int dispatched = 0;
    for (const Event& event : events()) dispatched += event.word == "dispatch:section";
    EXPECT_EQ(dispatched, 3);
  }
  set(ompt_callback_dispatch, false);
}

}  // namespace

void llvm_cases() {
  g_sink = omp_get_max_threads();
  target_task();
  target_task();
  taskwait_nowait();
  static_chunks();
  sections();
}
