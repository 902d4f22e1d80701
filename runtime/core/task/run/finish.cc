// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completing a task: its successors, the counts of its parent and group, and its memory.
#include "core/task/run/finish.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/depend/dependence.h"
#include "core/task/policy.h"
#include "core/task/run/ancestry.h"
#include "core/task/run/deferred_completions.h"
#include "core/task/run/taskgroup.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr int32_t kDead = 1 << 30;

// Releases the header of a task whose zombies are gone, and those of ancestors that only it kept.
void release_after_zombies(Thread& self, Task* task) {
  for (;;) {
    task->family.zombies.store(0, std::memory_order_relaxed);
    sync::writes_plain(&task->holds_parent);
    if (!task->holds_parent) break;
    Task* parent = task->family.parent.load(std::memory_order_relaxed);
    task->holds_parent = false;
    self.memory.release(task);
    LIMPID_DCHECK(parent->family.zombies.load(std::memory_order_relaxed) > 0);  // the task was one of them
    if (parent->family.zombies.fetch_sub(1, std::memory_order_acq_rel) - 1 != kDead)
      return;  // [task.zombies]
    task = parent;
  }
  self.memory.release(task);
}

// The task is complete and so are its children. Releases its header, unless zombies among the children still
// need it; with the header ends its own hold on its parent. [task.zombies]
void release_header(Thread& self, Task* task) {
  if (task->family.zombies.load(std::memory_order_acquire) != 0 &&
      task->family.zombies.fetch_add(kDead, std::memory_order_acq_rel) != 0) {
    return;
  }
  release_after_zombies(self, task);
}

// The parent's slot must be read before its count is changed, because the parent may be freed after that.
void count_in_parent(Thread& self, Task& parent, uint32_t tasks) {
  sync::reads_plain(&parent.member);
  Member* slot = parent.member;
  switch (parent.family.children.finish_elsewhere(tasks)) {
    case PendingCount::Outcome::nothing:
      break;
    case PendingCount::Outcome::wake_owner:
      slot->mailbox.parker.notify();
      break;
    case PendingCount::Outcome::last:
      release_header(self, &parent);
      break;
  }
}

// A complete task with incomplete children, or with zombies among the complete ones, becomes a zombie: the
// last of them releases its header. They find their ancestors through it, so it holds its parent's header in
// turn. The parent still counts the task, so the parent's header exists.
void become_zombie(Thread& self, Task& task, Task& parent) {
  LIMPID_DCHECK(!task.holds_parent && is_explicit(task));
  sync::reads_plain(&parent.member);
  sync::writes_plain(&task.holds_parent);
  if (is_explicit(parent)) {
    parent.family.zombies.fetch_add(1, std::memory_order_relaxed);
    task.holds_parent = true;
  }
  if (task.family.children.leave()) release_header(self, &task);
}

void count_completion(Thread& self, Task& parent) {
  if (parent.thread.load(std::memory_order_relaxed) == &self) {
    parent.family.children.finish_here();
  } else {
    count_in_parent(self, parent, 1);
  }
}

void retire(Thread& self, Task& task, Task& parent) {
  LIMPID_DCHECK(task.graph.word.load(std::memory_order_relaxed) == 0 && task.graph.successors == nullptr);
  if (task.dependences != nullptr) release_table(self, task);
  task.thread.store(nullptr, std::memory_order_relaxed);
  task.cancelled = false;
  // [task.zombies]
  if (!task.family.children.settled() || task.family.zombies.load(std::memory_order_acquire) != 0)
      [[unlikely]] {
    become_zombie(self, task, parent);
  } else {
    self.memory.release(&task);
  }
}

}  // namespace

void count_task(Thread& self, Task& task) {
  LIMPID_DCHECK(!task.counted && task.family.parent.load(std::memory_order_relaxed) == self.task);
  LIMPID_DCHECK(self.task->thread.load(std::memory_order_relaxed) == &self);  // the count's owner
  task.counted = true;
  if (task.group != nullptr) enter_group(self, *task.group);
  self.member->tasks.count_created();
  self.task->family.children.add_here();
}

void finish_task(Thread& self, Task& task, Completion where) {
  if (task.graph.word.load(std::memory_order_relaxed) != 0) leave_graph(self, task, where);
  bool counted = task.counted;
  LIMPID_DCHECK(where == Completion::event || task.team == self.team);
  Team& team = *task.team;
  Task& parent = *task.family.parent.load(std::memory_order_relaxed);
  TaskGroup* group = task.group;
  retire(self, task, parent);
  if (!counted) return;
  if (where == Completion::event) {
    if (group != nullptr) leave_group(self, *group, 1);
    count_completion(self, parent);
    // Pairs with the load in tasks_quiescent().
    team.tasks.finished_by_visitors.fetch_add(1, std::memory_order_release);
    return;
  }
  // If the parent runs here, the group is owned here too, or is the parent's: lines of other threads are
  // touched rarely.
  if (parent.thread.load(std::memory_order_relaxed) == &self) [[likely]] {
    if (group != nullptr) leave_group(self, *group, 1);
    parent.family.children.finish_here();
    self.member->tasks.count_finished(1);
  } else {
    defer_completion(self, parent, group);
  }
}

void defer_completion(Thread& self, Task& parent, TaskGroup* group) {
  DeferredCompletions& deferred = self.member->tasks.deferred;
  if (deferred.parent != &parent || deferred.group != group) {
    report_completions(self);
    deferred.parent = &parent;
    deferred.group = group;
  }
  LIMPID_DCHECK(parent.thread.load(std::memory_order_relaxed) != &self);
  ++deferred.tasks;
  if (!policy::enabled(policy::deferred_completions)) report_completions(self);
}

void report_completions(Thread& self) {
  DeferredCompletions& deferred = self.member->tasks.deferred;
  if (deferred.tasks == 0) return;
  const DeferredCompletions reported = deferred;
  LIMPID_DCHECK(reported.parent != nullptr);
  deferred = {};
  if (reported.group != nullptr) leave_group(self, *reported.group, reported.tasks);
  count_in_parent(self, *reported.parent, reported.tasks);
  // Last: no region ends, and no implicit task starts afresh, before all completions are reported.
  self.member->tasks.count_finished(reported.tasks);
}

void report_completions_before(Thread& self, const Task& task) {
  const DeferredCompletions& deferred = self.member->tasks.deferred;
  if (deferred.tasks == 0) return;
  if (deferred.parent != task.family.parent.load(std::memory_order_relaxed) || deferred.group != task.group)
    report_completions(self);
}

}  // namespace limpid::core
