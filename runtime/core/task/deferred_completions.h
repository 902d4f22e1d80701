// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that runs several stolen children of one parent one after the other tells parent and group once.
//
// While it holds a debt it does nothing but look for tasks and run children of the same parent in the same
// group; parent and group wait for those as well, so they do not wait longer than they had to. Before
// anything else the debt is paid: before a task of another parent or group starts, and when there is no next
// task.
#pragma once

#include "core/task/task.h"
#include "core/team/thread.h"

namespace limpid::core {

// A task of this parent and group has finished on self, on which the parent does not run.
void defer_completion(Thread& self, Task& parent, TaskGroup* group);

// Pays what is owed, if anything.
void report_completions(Thread& self);

// The same, unless task is of the parent and group to which it is owed.
void report_completions_before(Thread& self, const Task& task);

}  // namespace limpid::core
