// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running the children of a waiting task in the order of their creation.
#include "core/task/run/siblings.h"

#include "base/check.h"
#include "core/task/queue/scheduling.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

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

// A descendant with a priority goes first.
Task* take_next(Thread& self) {
  SharedQueue& shared = self.team->tasks.shared;
  Task* const first = shared.see().has_priorities() ? shared.take({self.task, nullptr}) : nullptr;
  return first != nullptr ? first : take_oldest_child(self);
}

}  // namespace

uint32_t run_siblings(Thread& self) {
  if (!policy::enabled(policy::sibling_order) || self.member->tasks.ready.size() < policy::kManySiblings)
    return 0;
  const int64_t begin_ns = platform::monotonic_ns();
  uint32_t count = 0;
  for (;;) {
    if (count == policy::kMeasuredSiblings &&
        platform::monotonic_ns() - begin_ns < policy::kMeasuredSiblings * policy::kLongSiblingNs)
      break;
    Task* const task = take_next(self);
    if (task == nullptr) break;
    LIMPID_DCHECK(task->team == self.team);
    run_task(self, *task, events::TaskSwitch::other);
    ++count;
  }
  return count;
}

}  // namespace limpid::core
