// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasking functions that teams and barriers call.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "events/events.h"
#include "sync/atomic.h"

namespace limpid::core {

// The task whose descendants self may run in a wait of its current task; null: any task (5.1, 2.12.6). The current
// task itself where it is tied, or where the thread has interrupted enough untied ones.
Task* scheduling_constraint(const Thread& self);

// Takes a ready task of self's team; the caller must run it. It may be any task, so this is only for threads
// that are suspended in a barrier, and have suspended no tied task since. Null if none was found.
Task* find_task(Thread& self);

// Takes a ready descendant of ancestor (self's current task). For all other task scheduling points.
Task* find_descendant(Thread& self, const Task& ancestor);

// The same where other tasks hide it in a member's deque, of which a thief sees the oldest task only: those go to the
// shared queue, where every member finds them. For a thread that would sleep otherwise.
Task* find_hidden_descendant(Thread& self, const Task& ancestor);

// Takes the youngest task of self's deque if it descends from ancestor (self's current task). Null if not, or if a thief
// was faster.
Task* take_youngest(Thread& self, const Task& ancestor);

// Runs a task that was found, to its end, on top of the current one; reason: why the current one is
// suspended. False if its body has ended but it waits for its event. Built for events::Observed and
// events::Unobserved. A thread that runs queued tasks chooses for each task, because observers may have come
// since its creation.
template <class A>
bool run_task(Thread& self, Task& task, events::TaskSwitch reason);

inline bool run_task(Thread& self, Task& task, events::TaskSwitch reason) {
  return self.observers.are_absent_in_tasks() ? run_task<events::Unobserved>(self, task, reason)
                                              : run_task<events::Observed>(self, task, reason);
}

// At a barrier: runs a task and the tasks stolen together with it. True if there was one.
bool run_ready_tasks(Thread& self);

// For a member that has joined and waits for its next command: runs tasks of the region that is ending. Stops
// when the command arrives (the slot's count of commands differs from seen). A task of the next region that
// it took in the meantime goes to the shared queue. True if it ran any.
bool run_tasks_while_idle(Thread& self, uint16_t seen);

// For a member that polls: whether to search for tasks now. After a while it checks less often, because each
// check takes a cache line from threads that create tasks and write the line for each. Not definite: see
// tasks_visible for the check before sleep.
bool poll_for_tasks(Thread& self);

// Some ready task may be found, or a visitor is inside (see TeamTasks): the caller must search again before
// it sleeps. Sequentially consistent with the announcement of sleep before it.
bool tasks_visible(const Team& team);

// All deferred tasks of the region are finished. Definite once all members have arrived at a barrier.
bool tasks_quiescent(const Team& team);

// By the leader, before any member starts.
inline void begin_region_tasks(Team& team) {
  // No task of the last region is left. With JoinMode::emitted a worker may be late and still run a tool's
  // callback, which may use tasks.
  LIMPID_DCHECK(team.join_mode == JoinMode::emitted || tasks_quiescent(team));
  // Idle members read this line: it is written only when it changes.
  if (team.tasks.used.load(std::memory_order_relaxed))
    team.tasks.used.store(false, std::memory_order_relaxed);
  if (team.tasks.group_cancelled.load(std::memory_order_relaxed)) {
    team.tasks.group_cancelled.store(false, std::memory_order_relaxed);
  }
}

// By each member, when it starts its implicit task (team.task_reductions is set by then).
void begin_member_tasks(Member& member);

// Before the memory of a team is freed: frees what the member's implicit task still holds. On any thread.
void release_member_tasks(Member& member);

}  // namespace limpid::core
