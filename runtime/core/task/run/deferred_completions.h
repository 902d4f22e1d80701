// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deferred completions: a thread that runs several stolen children of one parent in a row reports them once.
//
// While a thread has unreported completions it only searches for tasks and runs children of the same parent
// in the same group. Parent and group wait for those as well, so they do not wait longer than necessary. The
// thread reports before a task of another parent or group starts, and when it finds no next task.
#pragma once

#include "core/data/task.h"
#include "core/data/thread.h"

namespace limpid::core {

// A task of this parent and group has finished on self, on which the parent does not run.
void defer_completion(Thread& self, Task& parent, TaskGroup* group);

// Reports the deferred completions, if any, to parent, group and team.
void report_completions(Thread& self);

// The same, unless task has the parent and group of the deferred completions.
void report_completions_before(Thread& self, const Task& task);

}  // namespace limpid::core
