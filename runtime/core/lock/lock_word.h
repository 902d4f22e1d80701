// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include <atomic>

#include "base/layout_access.h"
#include "core/team/thread.h"

namespace limpid::core {

// The word behind every lock and critical section of the program: in the program's own memory, 4 bytes, zero
// when free.
//
// States   0: free. holder << 1: held. holder << 1 | 1: held, and somebody sleeps or is about to. holder
//          is the low 31 bits of the thread's id, so that a debugger sees who holds what.
// Writers  take: 0 -> held by CAS. A thread that has slept takes it as held-with-sleepers, because it
//          cannot know whether it was the only one; release: -> 0 by exchange, and wakes one sleeper if
//          the bit was set.
// Orders   [lock.take] acquire, pairs with
//          [lock.release] release.
// Dies     the releasing thread may still call FUTEX_WAKE on the word after another thread has taken,
//          released and destroyed the lock; a wake of dead memory is harmless.
class LockWord {
 public:
  static uint32_t owner_of(const Thread& thread) {
    uint32_t owner = static_cast<uint32_t>(thread.id) << 1;
    return owner != 0 ? owner : kNobody;
  }

  void reset() { word_.store(kFree, std::memory_order_relaxed); }

  bool try_take(const Thread& self) {
    uint32_t free = kFree;
    return word_.compare_exchange_strong(free, owner_of(self), std::memory_order_acquire,
                                         std::memory_order_relaxed);  // [lock.take]
  }

  // Waits for the lock in the given state; the word's address is the wait id. work_reduction: the lock of a
  // reduction, for which a thread that waits counts as combining.
  void take(Thread& self, State state) {
    if (!try_take(self)) [[unlikely]]
      take_slow(self, state);
  }

  // False if nobody held it.
  bool release() {
    uint32_t before = word_.exchange(kFree, std::memory_order_release);  // [lock.release]
    if (before & kSleepers) [[unlikely]]
      wake_one();
    return before != kFree;
  }

  bool held_by(const Thread& thread) const {
    return (word_.load(std::memory_order_relaxed) & ~kSleepers) == owner_of(thread);
  }
  bool held() const { return word_.load(std::memory_order_relaxed) != kFree; }

  uint64_t id() const { return reinterpret_cast<uint64_t>(&word_); }

 private:
  friend LayoutAccess;

  static constexpr uint32_t kFree = 0;
  static constexpr uint32_t kSleepers = 1;
  static constexpr uint32_t kNobody = 0x80000000;  // for a thread whose id ends in 31 zero bits

  void take_slow(Thread& self, State state);
  void wait(Thread& self);
  bool spin(const Thread& self);
  void wake_one();

  std::atomic<uint32_t> word_{kFree};
};
static_assert(sizeof(LockWord) == 4, "GCC's omp_lock_t has four bytes");

}  // namespace limpid::core
