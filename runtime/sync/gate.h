// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::sync {

// A gate that opens once per generation for many waiters, and at which single sleepers can be woken for other
// news.
//
// States   word = news count (15 bits) | generation (16 bits) | sleepers (lowest bit: somebody may sleep).
// Writers  open(): one thread per generation.  post(), announce(): anybody.
// Protocol waiter: t = ticket(); look for news; if none and announce(t): look again; park(t); start over.
// Orders   [gate.open] acq_rel RMW, pairs with [gate.pass] acquire load: what the opener saw, the waiters
// see.
//          [gate.announce] seq_cst RMW before the waiter's second look; [gate.post] seq_cst RMW after the
//          news. The word changes with every post, so a waiter between its second look and the system call
//          does not sleep.
// Limits   generations wrap after 65536 openings; a waiter must pass before that, which team members do by
// construction.
class Gate {
 public:
  uint32_t ticket() const { return word_.load(std::memory_order_acquire); }  // [gate.pass]

  static uint32_t generation_of(uint32_t ticket) { return (ticket & kGenerationMask); }
  uint32_t generation() const { return generation_of(ticket()); }
  bool passed(uint32_t generation) const { return this->generation() != generation; }

  void open() {
    uint32_t before = word_.fetch_add(kGeneration, std::memory_order_acq_rel);  // [gate.open]
    if (before & kSleepers) [[unlikely]]
      rouse();
  }

  // Wakes one sleeper, because there is news other than the opening. False: nobody slept, though somebody may
  // have been about to.
  bool post() {
    uint32_t before = word_.fetch_add(kNews, std::memory_order_seq_cst);  // [gate.post]
    return (before & kSleepers) != 0 && futex_wake(word_, 1);
  }

  // Wakes all sleepers without opening; they look around and wait again.
  void rouse() {
    word_.fetch_and(~kSleepers, std::memory_order_acq_rel);
    futex_wake(word_, kWakeAll);
  }

  bool has_sleepers() const { return word_.load(std::memory_order_relaxed) & kSleepers; }

  bool announce(uint32_t ticket) {
    return word_.compare_exchange_strong(ticket, ticket | kSleepers,
                                         std::memory_order_seq_cst);  // [gate.announce]
  }
  void park(uint32_t ticket) { futex_wait(word_, ticket | kSleepers); }

 private:
  static constexpr uint32_t kSleepers = 1;
  static constexpr uint32_t kGeneration = 2;
  static constexpr uint32_t kGenerationMask = 0xffff * kGeneration;
  static constexpr uint32_t kNews = 1u << 17;

  Atomic<uint32_t> word_{0};
};

}  // namespace limpid::sync
