// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the counts of a surviving thread's tasks right after a fork.
#include "core/task/after_fork.h"

#include <new>

#include "base/check.h"
#include "core/task/finish.h"
#include "core/task/lineage.h"
#include "core/task/taskgroup.h"
#include "core/team/team.h"

namespace limpid::core {
namespace {

// Calls visit for the seat's explicit tasks under way, from the innermost.
template <class Visit>
void for_each_running(Task& innermost, Visit visit) {
  for (Task* task = &innermost; task != nullptr && is_explicit(*task); task = task->suspended) visit(*task);
}

// What the task waits for: nothing, until the running ones are counted again.
void forget_waits(const Thread& survivor, Task& task) {
  task.children.reset();
  for (TaskGroup* group = task.group; group != nullptr; group = group->outer) {
    if (group->owner == &survivor) group->pending.reset();
  }
}

void count_again(Thread& survivor, Member& seat, Task& task) {
  if (!task.counted) return;
  Task& parent = *task.parent.load(std::memory_order_relaxed);
  if (parent.thread.load(std::memory_order_relaxed) == &survivor) parent.children.add_here();
  if (task.group != nullptr && task.group->owner == &survivor) enter_group(survivor, *task.group);
  seat.tasks.count_created();
}

}  // namespace

void keep_only_running_tasks(Thread& survivor, Member& seat, Task& innermost) {
  LIMPID_DCHECK(seat.implicit_task.member == &seat);
  ::new (&seat.team->tasks) TeamTasks;
  ::new (&seat.tasks) MemberTasks;
  forget_waits(survivor, seat.implicit_task);
  for_each_running(innermost, [&](Task& task) { forget_waits(survivor, task); });
  for_each_running(innermost, [&](Task& task) { count_again(survivor, seat, task); });
}

}  // namespace limpid::core
