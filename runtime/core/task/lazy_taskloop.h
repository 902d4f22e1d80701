// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges: tasks of a taskloop that are not created before somebody runs them. A range is a range of the loop's
// tasks and travels as one explicit task, its range task. Whoever runs the range task creates and runs the tasks
// one after another. While it does not know how long they take, or when they take long, it puts what is left
// where others find it before it begins one; of small ones it gives the upper half away whenever thieves
// would find nothing else. So a loop of n small tasks costs about log n deferred ones, and long tasks spread
// as if all had been there from the start.
//
// Memory   range tasks refer to the construct's data on the stack of the thread that met it: it waits there for
//          the loop's taskgroup, so only loops with one are spread this way.
// Views    range tasks are the runtime's own; core/view passes over them.
#pragma once

#include <stdint.h>

#include "core/task/task_costs.h"
#include "core/task/taskloop.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

// What all ranges of a construct refer to. Lives, like the construct's data, until the loop's taskgroup has
// ended; on lines of its own, because the thread that met the construct writes to its stack all the time.
struct alignas(platform::kCacheLine) LazyLoop {
  TaskloopSpec spec;
  TaskloopSplit split;
  const void* caller;                                  // return address of the construct
  sync::Atomic<int64_t> task_ns{TaskCosts::kUnknown};  // about how long a task takes
};

// Whether the loop's tasks may be created when they run. Not when somebody observes tasks, which the caller
// knows: those are to see them created by the thread that met the construct.
bool can_be_spread(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split);

// Begins with the first of the tasks itself and shares the rest.
void spread_tasks(Thread& self, LazyLoop& loop);

}  // namespace limpid::core
