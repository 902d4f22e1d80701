// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/finish.h"

#include "core/task/dependence.h"
#include "core/task/taskgroup.h"
#include "core/team/team.h"

namespace limpid::core {
namespace {

// The thread that runs the parent counts for itself; from elsewhere the parent's seat must be read before the count is
// changed, because the parent may be gone after that.
void tell_parent(Thread& self, Task& parent) {
  if (parent.thread.load(std::memory_order_relaxed) == &self) [[likely]] {
    parent.children.finish_here();
    return;
  }
  Member* seat = parent.member;
  switch (parent.children.finish_elsewhere()) {
    case PendingCount::Outcome::nothing: break;
    case PendingCount::Outcome::wake_owner: seat->mailbox.parker.notify(); break;
    case PendingCount::Outcome::last: self.memory.release(&parent); break;
  }
}

// The header stays while children are left; the last of them frees it.
void retire(Thread& self, Task& task) {
  if (task.dependences != nullptr) release_table(self, task);
  task.thread.store(nullptr, std::memory_order_relaxed);
  if (task.children.leave()) self.memory.release(&task);
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
  retire(self, task);
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
