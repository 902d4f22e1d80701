// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/finish.h"

#include "core/task/dependence.h"
#include "core/task/lineage.h"
#include "core/task/taskgroup.h"
#include "core/team/team.h"

namespace limpid::core {
namespace {

constexpr int32_t kDead = 1 << 30;

// The zombies of a task need its header no more.
void release_after_zombies(Thread& self, Task* task) {
  for (;;) {
    task->zombies.store(0, std::memory_order_relaxed);
    if (!task->holds_parent) break;
    Task* parent = task->parent.load(std::memory_order_relaxed);
    task->holds_parent = false;
    self.memory.release(task);
    if (parent->zombies.fetch_sub(1, std::memory_order_acq_rel) - 1 != kDead) return;
    task = parent;
  }
  self.memory.release(task);
}

// The task is complete and so are its children. Its header goes, unless zombies among the children still need
// it; with it goes its own hold on its parent.
void release_header(Thread& self, Task* task) {
  if (task->zombies.load(std::memory_order_acquire) != 0 &&
      task->zombies.fetch_add(kDead, std::memory_order_acq_rel) != 0) {
    return;
  }
  release_after_zombies(self, task);
}

// The thread that runs the parent counts for itself; from elsewhere the parent's seat must be read before the
// count is changed, because the parent may be gone after that.
void tell_parent(Thread& self, Task& parent) {
  if (parent.thread.load(std::memory_order_relaxed) == &self) [[likely]] {
    parent.children.finish_here();
    return;
  }
  Member* seat = parent.member;
  switch (parent.children.finish_elsewhere()) {
    case PendingCount::Outcome::nothing:
      break;
    case PendingCount::Outcome::wake_owner:
      seat->mailbox.parker.notify();
      break;
    case PendingCount::Outcome::last:
      release_header(self, &parent);
      break;
  }
}

// With children left the task becomes a zombie: the last child releases its header. It is still counted by
// its parent, so that is there to be held.
void become_zombie(Thread& self, Task& task, Task& parent) {
  if (is_explicit(parent)) {
    parent.zombies.fetch_add(1, std::memory_order_relaxed);
    task.holds_parent = true;
  }
  if (task.children.leave()) release_header(self, &task);
}

void retire(Thread& self, Task& task, Task& parent) {
  if (task.dependences != nullptr) release_table(self, task);
  task.thread.store(nullptr, std::memory_order_relaxed);
  task.cancelled = false;
  if (!task.children.settled()) [[unlikely]] {
    become_zombie(self, task, parent);
  } else if (task.zombies.load(std::memory_order_acquire) != 0) [[unlikely]] {
    release_header(self, &task);
  } else {
    self.memory.release(&task);
  }
}

}  // namespace

void count_task(Thread& self, Task& task) {
  task.counted = true;
  if (task.group != nullptr) enter_group(self, *task.group);
  self.member->tasks.count_created();
  self.task->children.add_here();
}

void finish_task(Thread& self, Task& task, Completion where) {
  if (task.graph_word.load(std::memory_order_relaxed) != 0) leave_graph(self, task, where);
  bool counted = task.counted;
  Team& team = *task.team;
  Task& parent = *task.parent.load(std::memory_order_relaxed);
  TaskGroup* group = task.group;
  retire(self, task, parent);
  if (!counted) return;
  if (group != nullptr) leave_group(self, *group);
  tell_parent(self, parent);
  if (where == Completion::seat) {
    self.member->tasks.count_finished();
  } else {
    team.tasks.finished_by_visitors.fetch_add(1, std::memory_order_seq_cst);
  }
}

}  // namespace limpid::core
