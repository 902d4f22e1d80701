// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock word behind all mutual exclusion of the program.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "base/layout_access.h"
#include "core/data/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

// The word behind every lock and critical section of the program: in the program's own memory, 4 bytes, zero
// when free.
//
// States   0: free. kPlain | holder: held. holder: held, and a thread sleeps or is about to. holder is the
//             low
//          31 bits of the thread's id, so that a debugger sees which thread holds the lock.
// Writers  take: 0 -> held by CAS. A thread that has slept takes it as held-with-sleepers, because it cannot
//          know whether it was the only sleeper. release: -> 0 by exchange, and wakes one sleeper if kPlain
//          was clear.
// Silent   a release that finds kPlain needs no second step: the lock was held, and no thread sleeps. It
//          compares with events::g_silent_above, so that the same comparison detects observers, too.
// Orders   [lock.take] acquire, pairs with [lock.release] release.
// Dies     the releasing thread may still call FUTEX_WAKE on the word after another thread has taken,
//          released and destroyed the lock; a wake of dead memory is harmless.
class LockWord {
 public:
  // The value of the word while the thread of this id holds it and no thread sleeps.
  static constexpr uint32_t mark_of(uint64_t id) {
    const uint32_t holder = static_cast<uint32_t>(id) & ~kPlain;
    return (holder != 0 ? holder : kNobody) | kPlain;
  }

  void reset() { word_.store(kFree, std::memory_order_relaxed); }

  bool try_take(const Thread& self) {
    LIMPID_DCHECK(self.lock_mark == mark_of(self.identity.id));
    uint32_t free = kFree;
    return word_.compare_exchange_strong(free, self.lock_mark, std::memory_order_acquire,
                                         std::memory_order_relaxed);  // [lock.take]
  }

  // Waits for the lock in the given state; the word's address is the wait id. work_reduction: the lock of a
  // reduction; a thread that waits for it counts as combining.
  void take(Thread& self, State state) {
    if (!try_take(self)) [[unlikely]]
      take_slow(self, state);
    LIMPID_DCHECK(held_by(self));
  }

  // A release in two steps. free() frees the word and returns its value before. Unless is_silent(before), the
  // caller emits the event, and finish_release() then wakes a sleeper. In this order: the woken thread may
  // preempt the releasing one, and would then hold and release the lock before this release is emitted.
  uint32_t free() { return word_.exchange(kFree, std::memory_order_release); }  // [lock.release]
  static bool is_silent(uint32_t before) { return events::is_silent(before); }
  static bool was_held(uint32_t before) { return before != kFree; }
  void finish_release(uint32_t before) {
    if (was_held(before) && !(before & kPlain)) wake_one();
  }

  // Both steps, for a release without an event.
  void release() { finish_release(free()); }

  uint32_t value() const { return word_.load(std::memory_order_relaxed); }
  bool held_by(const Thread& thread) const { return (value() | kPlain) == thread.lock_mark; }
  bool held() const { return value() != kFree; }

  uint64_t id() const { return reinterpret_cast<uint64_t>(&word_); }

 private:
  friend LayoutAccess;

  static constexpr uint32_t kFree = 0;
  static constexpr uint32_t kPlain = 0x80000000;   // held, and no thread sleeps
  static constexpr uint32_t kNobody = 0x40000000;  // for a thread whose id ends in 31 zero bits
  static_assert(kPlain == events::kSilentAbove + 1);

  void take_slow(Thread& self, State state);
  void wait(Thread& self);
  bool spin(const Thread& self);
  void wake_one();

  sync::Atomic<uint32_t> word_{kFree};
};
static_assert(sizeof(LockWord) == 4, "GCC's omp_lock_t has four bytes");

}  // namespace limpid::core
