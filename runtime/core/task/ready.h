// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that may start: where they are put, and who is told.
#pragma once

#include "core/task/task.h"
#include "core/team/team.h"
#include "core/team/thread.h"

namespace limpid::core {

// Puts a task into self's deque if it has room and the task no priority, else into the shared queue; wakes a
// sleeper.
void push_ready(Thread& self, Task& task);

// Puts a task where every member of its team finds it, whatever it waits for; wakes a sleeper.
void push_shared(Task& task);

// Slow part of announce_ready.
void wake_for(Team& team, Task* parent);

// After a push: wakes one member that sleeps and may run the task. The push was sequentially consistent, and
// so are the announcements of sleep, so that either this sees the sleeper or the sleeper's second look sees
// the task. parent is the pushed task's: the task itself may be finished by now, its parent is not gone
// because the caller runs it or has not yet finished another child of it.
inline void announce_ready(Team& team, Task* parent) {
  const TeamTasks& tasks = team.tasks;
  if (tasks.idle.may_wake() || tasks.helpers.load(std::memory_order_seq_cst) > 0) [[unlikely]] {
    wake_for(team, parent);
  }
}

// From now on barriers of the region look for tasks.
inline void note_tasks_used(Team& team) {
  if (!team.tasks.used.load(std::memory_order_relaxed)) [[unlikely]] {
    team.tasks.used.store(true, std::memory_order_seq_cst);
  }
}

// A ready descendant of ancestor lies where find_descendant would look. Sequentially consistent.
bool descendant_visible(Thread& self, const Task& ancestor);

}  // namespace limpid::core
