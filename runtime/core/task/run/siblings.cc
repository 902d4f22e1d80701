// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running the children of a waiting task in the order of their creation.
#include "core/task/run/siblings.h"

#include <algorithm>

#include "base/check.h"
#include "core/task/queue/ready.h"
#include "core/task/queue/scheduling.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

Task* take_youngest_descendant(Thread& self) {
  return take_youngest(self, *self.task);
}

// The oldest task of self's deque if self's task has created it.
Task* take_oldest_child(Thread& self) {
  auto& mine = self.member->tasks.ready;
  const Task* const parent = self.task;
  const auto is_child = [parent](const Task& task) {
    return task.family.parent.load(std::memory_order_relaxed) == parent;
  };
  for (const Task* oldest = mine.oldest(); oldest != nullptr && is_child(*oldest); oldest = mine.oldest()) {
    if (Task* task = mine.steal(is_child)) return task;  // null: a thief was faster
  }
  return nullptr;
}

// Runs a task that `take` finds; a descendant with a priority goes first. False: there is none.
template <class Take>
bool run_next(Thread& self, Take take) {
  SharedQueue& shared = self.team->tasks.shared;
  Task* const first = shared.see().has_priorities() ? shared.take({self.task, nullptr}) : nullptr;
  Task* const task = first != nullptr ? first : take(self);
  if (task == nullptr) return false;
  LIMPID_DCHECK(task->team == self.team);
  run_task(self, *task, events::TaskSwitch::other);
  return true;
}

// How many of the children are self's share, the other members having the older ones. Those that others run already count,
// too, and so do tasks in the deque that are no children.
uint64_t own_share(Thread& self) {
  const auto children = static_cast<uint64_t>(self.task->family.children.left());
  return std::min({children, self.member->tasks.ready.size(), policy::kMostTurned * self.team->size}) /
         self.team->size;
}

// Turns self's share round, so that its oldest task lies at the young end. Returns how many tasks these are. A member that
// finds none meanwhile may have fallen asleep.
[[gnu::noinline]] uint32_t turn_own_share(Thread& self) {
  auto& mine = self.member->tasks.ready;
  Task* turned[policy::kMostTurned];
  const uint64_t share = own_share(self);
  uint32_t count = 0;
  while (count < share) {
    Task* const task = take_youngest_descendant(self);
    if (task == nullptr) break;
    turned[count++] = task;
  }
  for (uint32_t i = 0; i < count; ++i) mine.push(turned[i]);  // there is room: they lay here
  if (count != 0) announce_ready(*self.team, self.task);
  return count;
}

}  // namespace

uint32_t run_siblings(Thread& self) {
  if (!policy::enabled(policy::sibling_order) || self.member->tasks.ready.size() < policy::kManySiblings)
    return 0;
  const int64_t begin_ns = platform::monotonic_ns();
  uint32_t count = 0;
  for (; count < policy::kMeasuredSiblings; ++count)
    if (!run_next(self, take_youngest_descendant)) return count;
  if (platform::monotonic_ns() - begin_ns < policy::kMeasuredSiblings * policy::kLongSiblingNs) return count;
  for (uint32_t left = turn_own_share(self); left > 0 && run_next(self, take_youngest_descendant); --left)
    ++count;
  while (run_next(self, take_oldest_child)) ++count;
  return count;
}

}  // namespace limpid::core
