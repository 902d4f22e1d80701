// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs that are tasks of their own: nowait and depend, among other tasks of the thread.
#include <omp.h>

#include "cases.h"
#include "device_log.h"

using namespace device_log;

namespace {

volatile int g_sink;

struct Kind {
  ompt_target_t kind;
  void (*run)(int (&array)[4]);
};

// All of them on a team of one: a task runs when it is created, or at the taskwait.
const Kind kKinds[] = {
    {ompt_target_nowait,
     [](int (&array)[4]) {
#pragma omp target nowait map(tofrom : array)
       array[0]++;
     }},
    {ompt_target_enter_data_nowait,
     [](int (&array)[4]) {
#pragma omp target enter data nowait map(to : array)
       g_sink = array[0];
     }},
    {ompt_target_exit_data_nowait,
     [](int (&array)[4]) {
#pragma omp target exit data nowait map(from : array)
       g_sink = array[0];
     }},
    {ompt_target_update_nowait,
     [](int (&array)[4]) {
#pragma omp target update nowait from(array)
       g_sink = array[0];
     }},
    {ompt_target_nowait,
     [](int (&array)[4]) {
#pragma omp target nowait map(tofrom : array) depend(inout : array)
       array[0]++;
     }},
    {ompt_target_enter_data_nowait,
     [](int (&array)[4]) {
#pragma omp target enter data nowait map(to : array) depend(inout : array)
       g_sink = array[0];
     }},
    {ompt_target,
     [](int (&array)[4]) {
#pragma omp target map(tofrom : array) depend(inout : array)
       array[0]++;
     }},
    {ompt_target_exit_data,
     [](int (&array)[4]) {
#pragma omp target exit data map(from : array) depend(inout : array)
       g_sink = array[0];
     }},
};

bool has_map(ompt_target_t kind) {
  return kind != ompt_target_update && kind != ompt_target_update_nowait;
}

// Announced with the target flag, scheduled like a task, begun and ended inside it: and the objects are
// right.
void check_kind(const Kind& kind) {
  int array[4] = {0};
  clear();
#pragma omp parallel num_threads(1)
  {
    kind.run(array);
#pragma omp taskwait
  }
  const std::string number = std::to_string(kind.kind);
  const bool region = kind.kind == ompt_target || kind.kind == ompt_target_nowait;
  const std::string submit =
      old_form() ? "submit initial_begin initial_end " : "submit_begin initial_begin initial_end submit_end ";
  EXPECT_WORDS("create:target(:undeferred)? schedule:switch target_begin:" + number + " " +
               (has_map(kind.kind) ? "map:0x[0-9a-f]+ " : "") + (region ? submit : "") +
               "target_end:" + number + " schedule:complete");
  auto all = events();
  if (all.size() < 4) return;
  const Event& create = all[0];
  const Event& to_task = all[1];
  const Event& begin = all[2];
  const Event& end = all[all.size() - 2];
  EXPECT_EQ(to_task.target_task == create.task, 1);
  EXPECT_EQ(begin.task == to_task.task && end.task == to_task.task, 1);  // the generating task
  if (!old_form()) {
    EXPECT_EQ(begin.target_task == create.task && end.target_task == create.task, 1);
    EXPECT_EQ(begin.target_task_value != 0 && begin.target_task_value == end.target_task_value, 1);
    EXPECT_EQ(begin.target == end.target, 1);
  }
}

// Other tasks run on the thread between: each construct keeps its own objects.
void among_other_tasks() {
  clear();
  constexpr int kTargets = 8;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < kTargets; ++i) {
#pragma omp task
    g_sink = i;
#pragma omp target nowait
    {
#pragma omp task
      g_sink = i;
#pragma omp taskwait
    }
  }
  int begun = 0;
  int right = 0;
  auto all = events();
  for (const Event& begin : all) {
    if (begin.name != "target_begin") continue;
    ++begun;
    for (const Event& end : all) {
      bool same = old_form() ? end.target_id == begin.target_id
                             : end.target == begin.target && end.target_task == begin.target_task &&
                                   end.target_task_value == begin.target_task_value;
      // Words of the stack may be used again: one of the pairs that follow is its own.
      if (end.name != "target_end" || !same || end.task != begin.task) continue;
      ++right;
      break;
    }
  }
  EXPECT_EQ(begun, kTargets);
  EXPECT_EQ(right, kTargets);
}

// From the initial task, outside of any parallel region.
void from_the_initial_task() {
  clear();
  int value = 0;
#pragma omp target nowait map(tofrom : value)
  value = 1;
#pragma omp taskwait
  EXPECT_EQ(value, 1);
  EXPECT_EQ(words().rfind("create:target", 0), 0);
}

}  // namespace

void task_cases() {
  g_sink = omp_get_max_threads();
#pragma omp target
  {}
  for (const Kind& kind : kKinds) check_kind(kind);
  among_other_tasks();
  from_the_initial_task();
}
