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
// One sleeper may keep the watch: it sleeps for a limited time, and then searches for tasks. While it does, a pusher may
// leave all asleep for a task that it most likely runs itself.
//
// Orders   [idle.count] all steps but the claim itself are seq_cst. A sleeper calls begin() before its second
//          check, a pusher loads the word after its push: one sees the other. A pusher that relies on the
//          woken member pushed before that member's end(), after which the member searches for tasks.
//          [idle.unclaim] a pusher that relied on a claim in vain pushed before the unclaim, after which the
//          claimant looks for sleepers once more: a member that announces its sleep later sees that task.
//          A pusher that relies on the watch pushed before its keeper's end(), likewise.
class IdleCount {
 public:
  // By a member, around its sleep.
  void begin() {
    LIMPID_DCHECK(word_.load(std::memory_order_relaxed) % kWoken != kWoken - 1);
    word_.fetch_add(kIdle, std::memory_order_seq_cst);  // [idle.count]
  }
  void end() { leave(0); }

  // By a member between begin() and end(). True: it keeps the watch, and must end its sleep by end_watch() before long.
  bool begin_watch() { return (word_.fetch_or(kWatched, std::memory_order_relaxed) & kWatched) == 0; }
  void end_watch() {
    LIMPID_DCHECK(is_watched());
    leave(kWatched);
  }
  // A member that sleeps searches for tasks before long.
  bool is_watched() const { return (word_.load(std::memory_order_seq_cst) & kWatched) != 0; }  // [idle.count]

  // A member sleeps, is about to sleep, or is waking.
  bool any() const { return word_.load(std::memory_order_seq_cst) != 0; }  // [idle.count]

  // A member sleeps and none is being woken.
  bool may_wake() const { return is_wakeable(word_.load(std::memory_order_seq_cst)); }  // [idle.count]
  bool one_is_waking() const { return woken(word_.load(std::memory_order_relaxed)); }

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
    while (woken(seen) && !word_.compare_exchange_weak(seen, seen - kWoken + kIdle,
                                                       std::memory_order_seq_cst)) {  // [idle.count]
    }
  }

 private:
  static constexpr uint32_t kIdle = 1;
  static constexpr uint32_t kWoken = 1 << 16;
  static constexpr uint32_t kWatched = 1u << 31;

  static bool woken(uint32_t word) { return (word & ~kWatched) >= kWoken; }
  static bool is_wakeable(uint32_t word) {
    return word % kWoken != 0 && !(policy::enabled(policy::one_waking) && woken(word));
  }

  void leave(uint32_t watch) {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    // This member is counted; one at most is being woken.
    LIMPID_DCHECK((seen & ~kWatched) != 0 && (seen & ~kWatched) < 2 * kWoken);
    while (!word_.compare_exchange_weak(seen, seen - watch - (woken(seen) ? kWoken : kIdle),
                                        std::memory_order_seq_cst)) {  // [idle.count]
    }
  }

  sync::Atomic<uint32_t> word_{0};
};

}  // namespace limpid::core
