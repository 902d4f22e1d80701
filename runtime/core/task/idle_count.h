// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a pusher of tasks knows whether somebody has to be woken.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::core {

// How many members of a team sleep and would rather run a task, and how many of them are being woken for one.
//
// A pusher wakes one sleeper if none is under way already, and takes its claim back if it finds nobody
// asleep; the one that wakes up wakes the next if it finds more than it takes, wherever in the team that
// lies: others may have pushed while it was under way, and left it to it. So a burst of small tasks costs one
// system call, and sleepers come as fast as there is work for them.
//
// Orders   a sleeper begins before its second look, a pusher looks here after its push (all sequentially
//          consistent): one sees the other. A pusher that leaves it to the one under way pushed before that
//          one's end(), after which it looks for tasks.
class IdleCount {
 public:
  // By a member, around its sleep.
  void begin() {
    LIMPID_DCHECK(word_.load(std::memory_order_relaxed) % kWoken != kWoken - 1);
    word_.fetch_add(kIdle, std::memory_order_seq_cst);
  }
  void end() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(seen != 0 && seen < 2 * kWoken);  // this member is counted; one at most is being woken
    while (!word_.compare_exchange_weak(seen, seen - (seen >= kWoken ? kWoken : kIdle),
                                        std::memory_order_seq_cst)) {
    }
  }

  // Somebody sleeps, or is on the way into or out of its sleep.
  bool any() const { return word_.load(std::memory_order_seq_cst) != 0; }

  // Somebody sleeps and nobody is under way.
  bool may_wake() const { return is_wakeable(word_.load(std::memory_order_seq_cst)); }
  bool one_under_way() const { return word_.load(std::memory_order_relaxed) >= kWoken; }

  // True: the caller is to wake one member, or to call unclaim().
  bool claim() {
    uint32_t seen = word_.load(std::memory_order_seq_cst);
    return is_wakeable(seen) &&
           word_.compare_exchange_strong(seen, seen - kIdle + kWoken, std::memory_order_seq_cst);
  }

  // Nobody slept yet. Who was about to looks for tasks once more first; were the claim left standing, that
  // one could find none, sleep, and be taken for one that is under way by all who push later.
  void unclaim() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    while (seen >= kWoken &&
           !word_.compare_exchange_weak(seen, seen - kWoken + kIdle, std::memory_order_seq_cst)) {
    }
  }

 private:
  static constexpr uint32_t kIdle = 1;
  static constexpr uint32_t kWoken = 1 << 16;

  static bool is_wakeable(uint32_t word) { return word != 0 && word < kWoken; }

  sync::Atomic<uint32_t> word_{0};
};

}  // namespace limpid::core
