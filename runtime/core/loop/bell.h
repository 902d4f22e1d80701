// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::core {

// Where threads sleep until a condition that is kept in other words becomes true.
//
// States   word = news count | sleepers (lowest bit: somebody sleeps or is about to).
// Protocol sleeper: t = ticket(); look at the condition; if false and announce(t): look again; if still
//          false, park(t); start over.
//          ringer: make the condition true with a seq_cst store or RMW, then ring().
// Orders   [bell.announce] seq_cst RMW before the sleeper's second look;
//          [bell.ring] seq_cst load after the ringer's store. Whichever comes second in the single total
//          order sees the other, so no wake-up is lost.
// Cost     nobody sleeps: one load for the ringer.
class Bell {
 public:
  uint32_t ticket() const { return word_.load(std::memory_order_acquire); }

  bool announce(uint32_t ticket) {
    return word_.compare_exchange_strong(ticket, ticket | kSleepers,
                                         std::memory_order_seq_cst);  // [bell.announce]
  }

  void park(uint32_t ticket) { sync::futex_wait(word_, ticket | kSleepers); }

  void ring() {
    if (word_.load(std::memory_order_seq_cst) & kSleepers) [[unlikely]]
      ring_slow();  // [bell.ring]
  }

 private:
  static constexpr uint32_t kSleepers = 1;
  static constexpr uint32_t kNews = 2;

  void ring_slow() {
    uint32_t before = word_.load(std::memory_order_relaxed);
    while (!word_.compare_exchange_weak(before, (before + kNews) & ~kSleepers, std::memory_order_seq_cst)) {
    }
    if (before & kSleepers) sync::futex_wake(word_, sync::kWakeAll);
  }

  sync::Atomic<uint32_t> word_{0};
};

}  // namespace limpid::core
