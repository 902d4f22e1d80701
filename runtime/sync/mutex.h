// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's own lock.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::sync {

// A small lock for the runtime's own cold paths (pool, registry, priority queue). Not for the program's
// locks.
//
// Orders   [mutex.hand_over] the release in unlock() pairs with the acquires in lock() and lock_slow().
class Mutex {
 public:
  void lock() {
    uint32_t free = kFree;
    // [mutex.hand_over]
    if (!word_.compare_exchange_strong(free, kHeld, std::memory_order_acquire)) lock_slow();
  }
  void unlock() {
    LIMPID_DCHECK(word_.load(std::memory_order_relaxed) != kFree);         // the caller holds it
    if (word_.exchange(kFree, std::memory_order_release) == kContended) {  // [mutex.hand_over]
      futex_wake(word_, 1);
    }
  }
  // After fork the child has one thread: the lock's holder may be gone.
  void reset_after_fork() { word_.store(kFree, std::memory_order_relaxed); }

 private:
  static constexpr uint32_t kFree = 0, kHeld = 1, kContended = 2;

  void lock_slow() {
    for (int poll = 0; poll < 100; ++poll) {
      uint32_t free = kFree;
      // [mutex.hand_over]
      if (word_.load(std::memory_order_relaxed) == kFree &&
          word_.compare_exchange_strong(free, kHeld, std::memory_order_acquire)) {
        return;
      }
      relax();
    }
    // kContended, because this thread cannot know whether others sleep. [mutex.hand_over]
    while (word_.exchange(kContended, std::memory_order_acquire) != kFree) {
      futex_wait(word_, kContended);
    }
  }

  Atomic<uint32_t> word_{kFree};
};

class MutexGuard {
 public:
  explicit MutexGuard(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexGuard() { mutex_.unlock(); }
  MutexGuard(const MutexGuard&) = delete;
  MutexGuard& operator=(const MutexGuard&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace limpid::sync
