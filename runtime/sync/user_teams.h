// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether several user threads have teams of their own at the same time.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::sync {

// The user threads of the process that have a team with workers. If their teams together have more threads than the
// process has processors, they take turns, and best as whole teams: members that run at the same time pass a barrier
// in a fraction of a microsecond. So a member that has polled in vain yields, and does not sleep: sleeps and wake-ups
// would mix the teams on the processors.
//
// Writers  user threads, when they get their first team and when they give it up, and when a team changes its size.
//          Only hints: relaxed.
class UserTeams {
 public:
  static void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  static void remove() {
    LIMPID_DCHECK(count_.load(std::memory_order_relaxed) > 0);  // the caller's team is counted
    count_.fetch_sub(1, std::memory_order_relaxed);
  }
  // In a fork's child: the teams of the other threads are gone.
  static void restart(uint32_t count) { count_.store(count, std::memory_order_relaxed); }

  // Whether the process has more threads than processors.
  static void note_crowd(bool crowded) { crowded_.store(crowded, std::memory_order_relaxed); }

  [[nodiscard]] static bool several() { return count_.load(std::memory_order_relaxed) > 1; }
  [[nodiscard]] static bool compete() { return several() && crowded_.load(std::memory_order_relaxed); }

 private:
  static inline constinit Atomic<uint32_t> count_{0};
  static inline constinit Atomic<bool> crowded_{false};
};

}  // namespace limpid::sync
