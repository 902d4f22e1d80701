// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ready tasks: queueing them, and waking a member for them.
#pragma once

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"

namespace limpid::core {

// Puts a task into self's deque if it has room and the task no priority, else into the shared queue; wakes a
// sleeper.
void push_ready(Thread& self, Task& task);

// Puts a task into the shared queue, where every member of its team finds it in any kind of wait; wakes a
// sleeper.
void push_shared(Task& task);

// Slow part of announce_ready. True: it woke a member at a barrier or between regions, or one that is about to sleep there.
bool wake_for(Team& team, Task* parent);

// A member may have to be woken for a task.
inline bool any_sleeps(const Team& team) {
  return team.tasks.idle.may_wake() || team.tasks.sleepers.see().any();  // [help.announce]
}

// After a push: wakes one member that sleeps and may run the task. The push and the announcements of sleep
// are sequentially consistent, so either this sees the sleeper or the sleeper's second check sees the task.
// parent is that of the pushed task. The task itself may be finished by now; its parent still exists, because
// the caller runs it or has not yet finished another child of it. [help.announce]
inline void announce_ready(Team& team, Task* parent) {
  if (any_sleeps(team)) [[unlikely]]
    wake_for(team, parent);
}

// From now on barriers of the region search for tasks. [tasks.used]
inline void note_tasks_used(Team& team) {
  if (!team.tasks.used.load(std::memory_order_seq_cst)) [[unlikely]] {  // [tasks.used]
    team.tasks.used.store(true, std::memory_order_seq_cst);             // [tasks.used]
  }
}

// find_descendant or find_hidden_descendant would find a ready descendant of ancestor. Sequentially consistent.
bool descendant_visible(Thread& self, const Task& ancestor);

}  // namespace limpid::core
