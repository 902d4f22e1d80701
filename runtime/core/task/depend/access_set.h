// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks that accessed one address and need no order among them.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/task_memory.h"

namespace limpid::core {

// A task that may have finished and been recycled meanwhile: see core/task/depend/dependence.h.
struct TaskRef {
  Task* task = nullptr;
  uint64_t id = 0;

  // [graph.leave]
  bool finished() const { return task->graph.word.load(std::memory_order_acquire) >> 1 != id; }
};

// A set of tasks whose accesses to one address need no order among them. Only one thread uses it, with memory
// of its own.
class AccessSet {
 public:
  bool empty() const { return first_.task == nullptr; }

  void add(TaskMemory& memory, TaskRef ref) {
    if (empty()) {
      first_ = ref;
      return;
    }
    if (more_ == nullptr || more_->count == kRefsPerCell) {
      Cell* cell = static_cast<Cell*>(memory.allocate_cell(sizeof(Cell)));
      cell->count = 0;
      cell->next = more_;
      more_ = cell;
    }
    LIMPID_DCHECK(more_->count < kRefsPerCell);
    more_->refs[more_->count++] = ref;
  }

  template <class Visitor>
  void for_each(Visitor visit) const {
    if (empty()) return;
    visit(first_);
    for (const Cell* cell = more_; cell != nullptr; cell = cell->next) {
      for (uint64_t index = 0; index < cell->count; ++index) visit(cell->refs[index]);
    }
  }

  void clear(TaskMemory& memory) {
    first_ = {};
    while (more_ != nullptr) {
      Cell* rest = more_->next;
      memory.release_cell(more_, sizeof(Cell));
      more_ = rest;
    }
  }

  // Drops finished tasks. Returns how many are left.
  uint32_t compact(TaskMemory& memory) {
    AccessSet live;
    uint32_t count = 0;
    for_each([&](const TaskRef& ref) {
      if (ref.finished()) return;
      live.add(memory, ref);
      ++count;
    });
    clear(memory);
    *this = live;
    return count;
  }

 private:
  static constexpr uint64_t kRefsPerCell = 3;
  struct Cell {
    TaskRef refs[kRefsPerCell];
    uint64_t count;
    Cell* next;
  };
  static_assert(sizeof(Cell) == TaskMemory::kCell);

  TaskRef first_;
  Cell* more_ = nullptr;
};

}  // namespace limpid::core
