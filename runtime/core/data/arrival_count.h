// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many arrivals are missing at one node of a team's arrival tree.
#pragma once

#include <stdint.h>

#include "base/layout_access.h"
#include "sync/atomic.h"

namespace limpid::core {

// Counts the arrivals below a member in the tree: the member itself and its branches.
//
// Orders   [arrive.count] see core/barrier/arrival.h.
class ArrivalCount {
 public:
  // True for the arrival that completes the node.
  [[nodiscard]] bool arrive() {
    return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }  // [arrive.count]
  // The same at the root of the join: afterwards the thread looks whether the leader sleeps.
  [[nodiscard]] bool arrive_at_join() {
    return missing_.fetch_sub(1, std::memory_order_seq_cst) == 1;  // [arrive.count]
  }

  // Nobody can arrive here now.
  void refill(uint32_t expected) { missing_.store(expected, std::memory_order_relaxed); }

  [[nodiscard]] uint32_t missing() const { return missing_.load(std::memory_order_relaxed); }
  // [arrive.count]; seq_cst because this is also the leader's last check before it sleeps: [worker.leader].
  [[nodiscard]] bool is_complete() const { return missing_.load(std::memory_order_seq_cst) == 0; }

 private:
  friend LayoutAccess;

  sync::Atomic<uint32_t> missing_{0};
};

}  // namespace limpid::core
