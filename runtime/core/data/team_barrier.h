// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a team meet at the barriers inside a region.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "base/layout_access.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/gate.h"

namespace limpid::core {

// The gate of a team's barriers, and whether all members stand before it. It opens when all have arrived (see
// core/barrier/arrival.h) and all tasks are finished.
//
// States   of one generation: open to arrivals; full (all have arrived, tasks are left); the next generation.
// Orders   [barrier.full] the store releases what was written before all arrivals to the member that opens.
class TeamBarrier {
 public:
  sync::Gate gate;

  // The last member to arrive: all have, but tasks are left.
  void set_full(uint16_t generation) {
    full_.store(uint32_t{generation} + 1, std::memory_order_release);  // [barrier.full]
  }
  [[nodiscard]] bool is_full(uint16_t generation) const {
    return full_.load(std::memory_order_acquire) == uint32_t{generation} + 1;  // [barrier.full]
  }
  // Opens the gate of a full generation, once: the first member that calls this does, after is_full(). The
  // exchange only chooses that member; the gate's opening is what releases the others.
  void open_full(uint16_t generation) {
    uint32_t full = uint32_t{generation} + 1;
    if (!full_.compare_exchange_strong(full, 0, std::memory_order_relaxed)) return;
    LIMPID_DCHECK(gate.generation() == generation);  // no other member has opened it
    gate.open();
  }
  // No thread waits for tasks at the gate. A hint while other members run.
  [[nodiscard]] bool is_empty() const { return full_.load(std::memory_order_relaxed) == 0; }

  // The barrier was abandoned: its region was cancelled, or its members do not exist in the child of fork(2).
  void forget_arrivals() { full_.store(0, std::memory_order_relaxed); }

 private:
  friend LayoutAccess;

  alignas(platform::kCacheLine) sync::Atomic<uint32_t> full_{0};  // generation + 1 while it is full
};

}  // namespace limpid::core
