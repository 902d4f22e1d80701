// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opening, closing and cancelling taskgroups.
#include "core/task/run/taskgroup.h"

#include <new>

#include "base/check.h"
#include "core/reduce/managed_reductions.h"
#include "core/task/run/siblings.h"
#include "core/task/run/wait.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

using events::Endpoint;
using events::SyncKind;

void wait_for_group(Thread& self, TaskGroup& group) {
  NothingLeft goal{group.pending};
  SyncWaitScope wait(self, SyncKind::taskgroup, self.team->region.id);
  // Only if all in the deque may be the group's: older siblings would delay its end.
  if (static_cast<uint64_t>(group.pending.left()) >= self.member->tasks.ready.size()) run_many_siblings(self);
  help_until(self, goal, wait);
}

}  // namespace

TaskGroup& open_group(Thread& self) {
  TaskGroup* group = ::new (self.memory.allocate_cell(TaskMemory::kDoubleCell)) TaskGroup;
  TaskGroup* outer = self.task->group;
  group->outer = outer;
  group->owner = &self;
  group->slot = self.member;
  group->reductions = outer != nullptr ? outer->reductions : nullptr;
  group->managed = outer != nullptr ? outer->managed : nullptr;
  self.task->group = group;
  return *group;
}

void close_group(Thread& self) {
  TaskGroup* group = self.task->group;
  if (group == nullptr) return;  // an end without a begin: the program branched out of the construct
  LIMPID_DCHECK(group->owner == &self || !group->counted);
  wait_for_group(self, *group);
  LIMPID_DCHECK(group->pending.left() == 0 && self.task->group == group);
  if (group->managed != nullptr) end_managed_reductions(self, *group);
  self.task->group = group->outer;
  self.memory.release_cell(group, TaskMemory::kDoubleCell);
}

template <class A>
void begin_taskgroup(Thread& self) {
  events::emit_as<A, events::SyncRegion>(self, SyncKind::taskgroup, Endpoint::begin, self.team, *self.task,
                                         self.return_address);
  open_group(self);
}

template <class A>
void end_taskgroup(Thread& self) {
  const void* caller = self.return_address;
  close_group(self);
  events::emit_as<A, events::SyncRegion>(self, SyncKind::taskgroup, Endpoint::end, self.team, *self.task,
                                         caller);
}

template void begin_taskgroup<events::Observed>(Thread&);
template void begin_taskgroup<events::Unobserved>(Thread&);
template void end_taskgroup<events::Observed>(Thread&);
template void end_taskgroup<events::Unobserved>(Thread&);

// A thread that sees the cancellation sees what was written before it, as for loops. [cancel.flush]
bool cancel_taskgroup(Thread& self) {
  TaskGroup* group = self.task->group;
  if (group == nullptr) return false;
  group->cancelled.store(true, std::memory_order_release);  // [cancel.flush]
  while (group->implied && group->outer != nullptr) group = group->outer;
  if (!group->implied) group->cancelled.store(true, std::memory_order_release);  // [cancel.flush]
  self.team->tasks.group_cancelled.store(true, std::memory_order_relaxed);
  return true;
}

bool in_cancelled_group(const Task& task) {
  for (const TaskGroup* group = task.group; group != nullptr; group = group->outer) {
    if (group->cancelled.load(std::memory_order_acquire)) return true;  // [cancel.flush]
  }
  return false;
}

bool taskgroup_is_cancelled(const Thread& self) {
  return in_cancelled_group(*self.task);
}

}  // namespace limpid::core
