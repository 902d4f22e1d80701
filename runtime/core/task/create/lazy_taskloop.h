// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lazy splitting of a taskloop: its tasks are created only when a thread runs them.
//
// A range of the loop's tasks is deferred as one explicit task, its range task. The thread that runs the
// range task creates and runs the tasks of the range one after another. While it does not know how long they
// take, or when they take long, it defers the rest of the range, where other threads find it, before it
// begins a task. If they are short, it gives the upper half away whenever thieves would find nothing else, as
// long as that costs less than the half. So a loop of n short tasks costs about log n deferred tasks, and long
// tasks spread as if all had been created at the start.
//
// Memory   range tasks refer to the construct's data on the stack of the encountering thread, which waits
//          there for the loop's taskgroup. So only loops with a taskgroup are split this way.
// Views    range tasks are the runtime's own; core/view skips them.
#pragma once

#include <stdint.h>

#include "core/data/task_costs.h"
#include "core/task/create/taskloop.h"
#include "platform/cpu.h"

namespace limpid::core {

// The data that all ranges of a construct share. Lives, like the construct's data, until the loop's taskgroup
// has ended. On lines of its own, because the encountering thread writes to its stack all the time.
struct alignas(platform::kCacheLine) LazyLoop {
  TaskloopSpec spec;
  TaskloopSplit split;
  const void* caller;                      // return address of the construct
  const Thread* thread;                    // that encountered the construct
  int64_t prior_ns = TaskCosts::kUnknown;  // how long a task took at the construct's last encounter
  int64_t worth_ns = 0;                    // tasks that take less together are not given away
  // Of the encountering thread alone, which writes while others read the rest.
  alignas(platform::kCacheLine) int64_t given_ns = 0;  // when it gave the first range away; 0: not yet
  int64_t ranges = 0;                                  // that it gave away
  int64_t own_tasks = 0;                               // that it ran since then
  int64_t own_task_ns = 0;                             // about how long one of these took
};

// Whether the loop's tasks may be created when they run. The caller checks that no tool observes tasks: a
// tool must see the encountering thread create them.
bool can_be_split_lazily(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split);

// Runs the first task itself and shares the rest.
void run_lazily(Thread& self, LazyLoop& loop);

// Notes what giving ranges away cost the encountering thread, if it gave any. To be called when the loop's taskgroup has
// ended.
void note_handover(Thread& self, const LazyLoop& loop);

// Whether the loop's tasks are all included or undeferred ones, which end before the next one begins, and simple enough
// to be run without a record for each. The caller checks the same.
bool can_run_in_series(const Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split);
void run_in_series(Thread& self, const LazyLoop& loop);

}  // namespace limpid::core
