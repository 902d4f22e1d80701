// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that end without running, because something around them is cancelled.
#pragma once

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/run/taskgroup.h"

namespace limpid::core {

// The task's region, or a taskgroup around it, is cancelled.
inline bool is_cancelled(const Task& task) {
  const Team& team = *task.team;
  if (team.cancelled.load(std::memory_order_relaxed)) [[unlikely]]
    return true;
  return team.tasks.group_cancelled.load(std::memory_order_relaxed) && in_cancelled_group(task);
}

// Its data was not copied by constructors, or its body can run the destructors alone.
inline bool can_be_discarded(const Task& task) {
  return !task.constructed || task.is(kTaskDestroys);
}

// Ends a task without running it, because its region or taskgroup was cancelled before it began. Requires
// can_be_discarded().
void discard_task(Thread& self, Task& task);

}  // namespace limpid::core
