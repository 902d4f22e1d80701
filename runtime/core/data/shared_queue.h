// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of ready tasks that a team shares.
#pragma once

#include <stdint.h>

#include "base/layout_access.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

struct Task;

// Which tasks a thread may take at its scheduling point. Null: no restriction.
struct Wanted {
  const Task* ancestor;  // descendants of it
  // Tasks that it waits for, through any number of dependences. This thread runs its parent.
  const Task* successor;
  bool operator()(const Task& task) const;
};

// Tasks of a team that are not in a member's deque: those with a priority, and those that became ready on a
// thread that has no room for them or no slot in the team. Highest priority first, then first in, first out.
//
// Cold: one load when it is empty. Unbounded, and allocates nothing: tasks are linked through their headers.
// The first task of each priority heads the list of its equals and is linked to the head of the next lower
// priority.
//
// Orders   [queue.count] a push counts before it loads the announcements of sleep, a sleeper loads the count
//          after its announcement (all sequentially consistent): one sees the other. A thread that takes a
//          task hides none: its decrement is relaxed.
class SharedQueue {
 public:
  // What a thread sees of it without the lock: how many tasks it holds.
  class Seen {
   public:
    explicit Seen(uint64_t count) : count_(count) {}
    [[nodiscard]] bool any() const { return count_ != 0; }
    [[nodiscard]] bool has_priorities() const { return count_ >= kPriority; }

   private:
    uint64_t count_;
  };

  [[nodiscard]] Seen see() const { return Seen(count_.load(std::memory_order_seq_cst)); }  // [queue.count]
  bool empty() const { return !see().any(); }

  void push(Task& task);

  // Takes the first of the wanted tasks. Null if there is none.
  Task* take(const Wanted& wanted);
  bool has(const Wanted& wanted);

 private:
  friend LayoutAccess;

  static constexpr uint64_t kPriority = uint64_t{1} << 32;

  struct Place;
  static uint64_t counted_as(const Task& task);
  bool find(const Wanted& wanted, Place& place) const;
  void unlink(const Place& place);

  sync::Mutex mutex_;
  sync::Atomic<uint64_t> count_{0};  // tasks with a priority (upper half) | all tasks
  Task* first_level_ = nullptr;
};

}  // namespace limpid::core
