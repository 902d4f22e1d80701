// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searching the graph, and the thread's own queues, for the predecessors of a task.
#include "core/task/queue/predecessor.h"

#include "core/task/depend/dependence.h"
#include "core/task/policy.h"
#include "core/task/queue/ready.h"
#include "core/task/queue/scheduling.h"

namespace limpid::core {
namespace {

bool search(const Task& task, const Task& later, int depth, int& steps) {
  if (depth == 0) return true;
  for (const Edge* edge = task.graph.successors; edge != nullptr; edge = edge->next) {
    if (edge->successor == &later || --steps <= 0) return true;
    if (search(*edge->successor, later, depth - 1, steps)) return true;
  }
  return false;
}

// Tasks that the owner popped from its deque and will push back, in reverse order.
class Stash {
 public:
  explicit Stash(Thread& self) : self_(self) {}
  void add(Task* task) {
    task->next = top_;
    top_ = task;
  }
  ~Stash() {
    while (top_ != nullptr) {
      Task* task = top_;
      top_ = task->next;
      push_ready(self_, *task);
    }
  }
  Stash(const Stash&) = delete;
  Stash& operator=(const Stash&) = delete;

 private:
  Thread& self_;
  Task* top_ = nullptr;
};

}  // namespace

bool leads_to(const Task& task, const Task& later) {
  int steps = policy::kLongestSearch;
  return task.family.parent.load(std::memory_order_relaxed) ==
             later.family.parent.load(std::memory_order_relaxed) &&
         search(task, later, policy::kDeepestSearch, steps);
}

Task* find_predecessor(Thread& self, const Task& later) {
  if (Task* task = self.team->tasks.shared.take({nullptr, &later})) return task;
  Stash stash(self);
  for (;;) {
    Task* const task = take_youngest(self, *self.task);
    if (task == nullptr) return nullptr;
    if (leads_to(*task, later)) return task;
    stash.add(task);
  }
}

}  // namespace limpid::core
