// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding a task that another task waits for.
#pragma once

#include "core/data/task.h"
#include "core/data/thread.h"

namespace limpid::core {

// True if later depends on task, directly or through others, or if the search would take too long. For the
// thread that runs the parent of both, while task is unfinished and held (by the caller, or by a lock): then
// no thread changes the edges below it.
bool leads_to(const Task& task, const Task& later);

// Takes a ready task that later, a child of self's current task, waits for. Null if there is none in the
// shared queue or in self's own deque. Does not steal: a task can be examined only after it is taken, and
// could not be put back into another deque. Its owner will run it: see README.md on progress.
Task* find_predecessor(Thread& self, const Task& later);

}  // namespace limpid::core
