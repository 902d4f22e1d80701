// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether several user threads have teams of their own at the same time.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::sync {

// The user threads of the process that have a team with workers. Waiters of a crowded team yield: if it is
// the only team, the thread that runs meanwhile is one of its members. Beside the team of another user thread
// it is more often a thread of that team, and a thread that yields gets its turn long after one that sleeps.
//
// Writers  user threads, when they get their first team and when they give it up. Only a hint: relaxed.
class UserTeams {
 public:
  static void add() { count_.fetch_add(1, std::memory_order_relaxed); }
  static void remove() {
    LIMPID_DCHECK(count_.load(std::memory_order_relaxed) > 0);  // the caller's team is counted
    count_.fetch_sub(1, std::memory_order_relaxed);
  }
  // In a fork's child: the teams of the other threads are gone.
  static void restart(uint32_t count) { count_.store(count, std::memory_order_relaxed); }

  [[nodiscard]] static bool several() { return count_.load(std::memory_order_relaxed) > 1; }

 private:
  static inline constinit Atomic<uint32_t> count_{0};
};

}  // namespace limpid::sync
