// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding a task that another one waits for.
#pragma once

#include "core/task/task.h"
#include "core/team/thread.h"

namespace limpid::core {

// True if later depends on task, directly or through others, or if that would take long to find out. For the
// thread that runs the parent of both, while task is unfinished and held (by the caller, or by a lock): then
// nobody changes the edges below it.
bool leads_to(const Task& task, const Task& later);

// A ready task, taken, that a child of self's current task waits for; null if none lies in the shared queue
// or in self's own deque. Others are not robbed: a task is looked at only once it is taken, and it could not
// be put back where it was. They run what they hold: see README.md on progress.
Task* find_predecessor(Thread& self, const Task& later);

}  // namespace limpid::core
