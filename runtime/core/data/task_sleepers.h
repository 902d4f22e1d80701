// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The members of a team that sleep inside a task, and how a thread that pushes a task looks for one among the task's
// ancestors without visiting the same ancestors for each push.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::core {

// word = round of searches (32 bits) | members that sleep in a task whose wants_work is set (32 bits).
//
// A search goes up the ancestors of a pushed task and stops where another search of the same round came by. A new round
// begins when a member is about to sleep, because searched ancestors may want work now, and when a search has woken a
// member, because it did not go on to those above. So the ancestors of a task, thousands in a deep recursion, are
// visited once for each time that a member sleeps, and not for each push.
//
// Orders   [help.announce] a member counts itself, sets wants_work, begins a round and looks for tasks a second time. A
//          thread pushes its task and then loads the word. The round, the two looks and the push are seq_cst: either
//          the member sees the task, or the thread searches in that round or a later one. Then wants_work, set before
//          the round, is visible to it.
class TaskSleepers {
 public:
  // What a thread that pushed a task sees.
  class Seen {
   public:
    explicit Seen(uint64_t word) : word_(word) {}
    [[nodiscard]] bool any() const { return (word_ & kCount) != 0; }
    [[nodiscard]] uint32_t round() const { return static_cast<uint32_t>(word_ >> 32); }

   private:
    uint64_t word_;
  };

  [[nodiscard]] Seen see() const { return Seen(word_.load(std::memory_order_seq_cst)); }  // [help.announce]

  // By a member, around setting wants_work.
  void count() { word_.fetch_add(kOne, std::memory_order_relaxed); }
  void announce() { word_.fetch_add(kRound, std::memory_order_seq_cst); }  // [help.announce]

  // By the thread that cleared wants_work: the member itself, or one that wakes it.
  void discount() { step(kOne); }
  void discount_woken() { step(kOne - kRound); }

 private:
  static constexpr uint64_t kOne = 1;
  static constexpr uint64_t kRound = uint64_t{1} << 32;
  static constexpr uint64_t kCount = kRound - 1;

  void step(uint64_t less) {
    LIMPID_DCHECK(Seen(word_.load(std::memory_order_relaxed)).any());  // the member is counted
    word_.fetch_sub(less, std::memory_order_relaxed);
  }

  sync::Atomic<uint64_t> word_{0};
};

}  // namespace limpid::core
