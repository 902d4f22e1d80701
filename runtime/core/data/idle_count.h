// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The count of sleeping members, by which a thread that pushes a task decides whether to wake one.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/policy.h"
#include "sync/atomic.h"

namespace limpid::core {

// How many members of a team sleep and could run a task, and how many of them are being woken for one.
//
// A pusher wakes one sleeper unless a woken member is already on its way; it withdraws its claim if no member
// sleeps. The woken member wakes the next one if it finds more tasks than it takes, anywhere in the team:
// other threads may have pushed while it was waking, and relied on it. So a burst of small tasks costs one
// system call, and sleepers wake as fast as there is work for them.
//
// Orders   [idle.count] all steps but the claim itself are seq_cst. A sleeper calls begin() before its second
//          check, a pusher loads the word after its push: one sees the other. A pusher that relies on the
//          woken member pushed before that member's end(), after which the member searches for tasks.
//          [idle.unclaim] a pusher that relied on a claim in vain pushed before the unclaim, after which the
//          claimant looks for sleepers once more: a member that announces its sleep later sees that task.
class IdleCount {
 public:
  // By a member, around its sleep.
  void begin() {
    LIMPID_DCHECK(word_.load(std::memory_order_relaxed) % kWoken != kWoken - 1);
    word_.fetch_add(kIdle, std::memory_order_seq_cst);  // [idle.count]
  }
  void end() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(seen != 0 && seen < 2 * kWoken);  // this member is counted; one at most is being woken
    while (!word_.compare_exchange_weak(seen, seen - (seen >= kWoken ? kWoken : kIdle),
                                        std::memory_order_seq_cst)) {  // [idle.count]
    }
  }

  // A member sleeps, is about to sleep, or is waking.
  bool any() const { return word_.load(std::memory_order_seq_cst) != 0; }  // [idle.count]

  // A member sleeps and none is being woken.
  bool may_wake() const { return is_wakeable(word_.load(std::memory_order_seq_cst)); }  // [idle.count]
  bool one_is_waking() const { return word_.load(std::memory_order_relaxed) >= kWoken; }

  // True: the caller must wake one member or call unclaim().
  bool claim() {
    uint32_t seen = word_.load(std::memory_order_seq_cst);  // [idle.count]
    return is_wakeable(seen) &&
           word_.compare_exchange_strong(seen, seen - kIdle + kWoken, std::memory_order_relaxed);
  }

  // No member slept yet. A member that was about to sleep checks for tasks once more. If the claim stayed,
  // that member could find none and sleep, and later pushers would take it for a woken member on its way. The
  // caller then looks for sleepers again: a pusher may have done so in the meantime. [idle.unclaim]
  void unclaim() {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    while (seen >= kWoken && !word_.compare_exchange_weak(seen, seen - kWoken + kIdle,
                                                          std::memory_order_seq_cst)) {  // [idle.count]
    }
  }

 private:
  static constexpr uint32_t kIdle = 1;
  static constexpr uint32_t kWoken = 1 << 16;

  static bool is_wakeable(uint32_t word) {
    if (!policy::enabled(policy::one_waking)) return word % kWoken != 0;
    return word != 0 && word < kWoken;
  }

  sync::Atomic<uint32_t> word_{0};
};

}  // namespace limpid::core
