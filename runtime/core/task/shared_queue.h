// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of tasks that a team shares.
#pragma once

#include <stdint.h>

#include "base/layout_access.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

struct Task;

// Which tasks a thread may take where it is. Null: no matter.
struct Wanted {
  const Task* ancestor;  // descendants of it
  const Task*
      successor;  // tasks that it waits for, through any number of dependences; it belongs to this thread
  bool operator()(const Task& task) const;
};

// Tasks of a team that are not in a member's deque: those with a priority, and those that became ready on a
// thread that has no room for them or no slot in the team. Highest priority first, then first come first
// served.
//
// Cold: one relaxed load when it is empty. Unbounded, and allocates nothing: tasks are linked through their
// headers. The first task of each priority heads the list of its equals and is linked to the head of the next
// lower priority.
class SharedQueue {
 public:
  bool empty() const { return count_.load(std::memory_order_seq_cst) == 0; }

  void push(Task& task);

  // The best of the wanted tasks; null if there is none.
  Task* take(const Wanted& wanted);
  bool has(const Wanted& wanted);

 private:
  friend LayoutAccess;

  struct Place;
  bool find(const Wanted& wanted, Place& place) const;
  void unlink(const Place& place);

  sync::Mutex mutex_;
  sync::Atomic<uint32_t> count_{0};
  Task* first_level_ = nullptr;
};

}  // namespace limpid::core
