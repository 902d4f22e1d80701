// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The taskgroup construct.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/pending.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

struct ManagedReductions;

// A taskgroup region: counts the tasks that were created in it, by the task that opened it or by descendants,
// and are not in a group inside it. A task that opens an inner group waits for that group before it ends
// itself, so a task is counted in its innermost group only.
//
// Owner    the thread of the task that opened it. Lives until that thread has waited for all tasks.
struct TaskGroup {
  TaskGroup* outer = nullptr;
  PendingCount pending;
  Thread* owner = nullptr;
  Member* slot = nullptr;  // of the owner
  // Innermost descriptor of task reductions, linked outwards: see core/reduce.
  uintptr_t* reductions = nullptr;
  ManagedReductions* managed = nullptr;  // the same for reductions that core combines itself
  sync::Atomic<bool> cancelled{false};
  bool counted = true;  // false: only holds reductions, no thread waits for it
  // Implied by a reduction with the task modifier: no taskgroup region that cancel could bind to.
  bool implied = false;
};
static_assert(sizeof(TaskGroup) <= 128);

// Opens a group in the current task; end_taskgroup waits until its tasks are complete. Built for
// events::Observed and events::Unobserved.
template <class A>
void begin_taskgroup(Thread& self);
template <class A>
void end_taskgroup(Thread& self);

inline void begin_taskgroup(Thread& self) {
  self.observers.are_absent_in_tasks() ? begin_taskgroup<events::Unobserved>(self)
                                       : begin_taskgroup<events::Observed>(self);
}

inline void end_taskgroup(Thread& self) {
  self.observers.are_absent_in_tasks() ? end_taskgroup<events::Unobserved>(self)
                                       : end_taskgroup<events::Observed>(self);
}

// The same without the events of the construct: for groups that implement another construct.
TaskGroup& open_group(Thread& self);
void close_group(Thread& self);

// Cancels the innermost group around the current task. If that group is only implied, cancels also the
// innermost taskgroup region around it. Tasks that have not begun are discarded. False if there is no group.
bool cancel_taskgroup(Thread& self);

// Whether the innermost group around the current task, or one around that, is cancelled.
bool taskgroup_is_cancelled(const Thread& self);
bool in_cancelled_group(const Task& task);

// The current task was left because of a cancellation: the event at its end gives that reason.
inline void note_task_cancelled(Thread& self) {
  self.task->cancelled = true;
}

inline void enter_group(Thread& self, TaskGroup& group) {
  if (!group.counted) return;
  if (group.owner == &self) {
    group.pending.add_here();
  } else {
    group.pending.add_elsewhere();
  }
}

// Counts this many of its tasks as complete. The group may be freed afterwards.
inline void leave_group(Thread& self, TaskGroup& group, uint32_t tasks) {
  if (!group.counted) return;
  if (group.owner == &self) {
    for (; tasks > 0; --tasks) group.pending.finish_here();
    return;
  }
  LIMPID_DCHECK(tasks > 0);
  Member* slot = group.slot;
  if (group.pending.finish_elsewhere(tasks) == PendingCount::Outcome::wake_owner)
    slot->mailbox.parker.notify();
}

}  // namespace limpid::core
