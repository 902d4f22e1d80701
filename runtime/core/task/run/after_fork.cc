// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Corrects the counts of the surviving thread's tasks after a fork.
#include "core/task/run/after_fork.h"

#include <new>

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/run/ancestry.h"
#include "core/task/run/finish.h"
#include "core/task/run/taskgroup.h"

namespace limpid::core {
namespace {

// Calls visit for the slot's explicit tasks that have begun, from the innermost.
template <class Visit>
void for_each_running(Task& innermost, Visit visit) {
  for (Task* task = &innermost; task != nullptr && is_explicit(*task); task = task->suspended) visit(*task);
}

// Resets the counts that the task waits for. The running tasks are counted again afterwards.
void forget_waits(const Thread& survivor, Task& task) {
  task.family.children.reset();
  for (TaskGroup* group = task.group; group != nullptr; group = group->outer) {
    if (group->owner == &survivor) group->pending.reset();
  }
}

void count_again(Thread& survivor, Member& slot, Task& task) {
  if (!task.counted) return;
  Task& parent = *task.family.parent.load(std::memory_order_relaxed);
  if (parent.thread.load(std::memory_order_relaxed) == &survivor) parent.family.children.add_here();
  if (task.group != nullptr && task.group->owner == &survivor) enter_group(survivor, *task.group);
  slot.tasks.count_created();
}

}  // namespace

void keep_only_running_tasks(Thread& survivor, Member& slot, Task& innermost) {
  LIMPID_DCHECK(slot.implicit_task.member == &slot);
  ::new (&slot.team->tasks) TeamTasks;
  ::new (&slot.tasks) MemberTasks;
  forget_waits(survivor, slot.implicit_task);
  for_each_running(innermost, [&](Task& task) { forget_waits(survivor, task); });
  for_each_running(innermost, [&](Task& task) { count_again(survivor, slot, task); });
}

}  // namespace limpid::core
