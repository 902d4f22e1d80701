// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one sleep protocol of the runtime: announce, check again, sleep.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::sync {

// An event count: threads sleep at it until a condition becomes true that is kept in other words.
//
// States    word = epoch (15 bits) | count (16 bits) | sleepers (lowest bit: a thread sleeps or is about to).
//           Both numbers wrap. The count carries into the epoch, which only causes one more check in vain.
// Protocol  sleeper:  t = the word; check the condition; announce (t -> t with the sleepers' bit); check
//                     again; sleep while the word is the announced value.
//           notifier: make the condition true; change the word (advance, add_count); wake the sleepers if
//                     their bit was set. Or, if the condition became true by a seq_cst operation: load the
//                     bit first (has_sleepers), and change the word only if it is set.
// Orders    [event.announce] and [event.advance] are RMWs of one word. The announcement fails if the
//           notifier's change came first; otherwise the notifier sees the bit. A notifier that only loads the
//           bit ([event.check], seq_cst) does so after its own seq_cst change of the condition, and the
//           announcement (seq_cst) comes before the second check: one sees the other. [event.advance]
//           releases and the announcement acquires: the second check sees the changes that the ticket counts,
//           so the ticket itself orders nothing.
// Dies      a notifier calls FUTEX_WAKE after its RMW. By then the sleeper and the word may be gone; a wake
//           of dead memory is harmless.
class EventCount {
 public:
  // Sleeps until the word changes, unless the condition is true. May return early: callers check and start
  // over. before_last_check runs between the announcement and the second check, for conditions that become
  // true without a seq_cst operation. Returns true if it has set the sleepers' bit; where only one thread
  // ever sleeps, that thread clears it.
  template <class Condition, class Fence>
  bool sleep_unless(Condition&& condition, Fence&& before_last_check) {
    return sleep_by([this](uint32_t announced) { futex_wait(word_, announced); }, condition,
                    before_last_check);
  }

  template <class Condition>
  bool sleep_unless(Condition&& condition) {
    return sleep_unless(condition, [] {});
  }

  // The same for at most so many nanoseconds.
  template <class Condition>
  bool sleep_unless_for(int64_t nanoseconds, Condition&& condition) {
    return sleep_by([&](uint32_t announced) { futex_wait_for(word_, announced, nanoseconds); }, condition,
                    [] {});
  }

  // Changes with every notification, and when a thread announces its sleep.
  [[nodiscard]] uint32_t ticket() const { return word_.load(std::memory_order_relaxed); }

  [[nodiscard]] bool has_sleepers() const {
    return (word_.load(std::memory_order_seq_cst) & kSleepers) != 0;  // [event.check]
  }

  // Returns true if there are sleepers, which the caller then wakes.
  [[nodiscard]] bool advance() {
    return (word_.fetch_add(kEpoch, std::memory_order_release) & kSleepers) != 0;  // [event.advance]
  }
  // The same, and counts it. A thread that loads the new count sees what was written before.
  [[nodiscard]] bool add_count() {
    return (word_.fetch_add(kCount, std::memory_order_release) & kSleepers) != 0;  // [event.advance]
  }
  [[nodiscard]] uint16_t count() const {
    return static_cast<uint16_t>(word_.load(std::memory_order_acquire) >> 1);  // [event.advance]
  }

  // Clears the sleepers' bit: for the only sleeper, and for a notifier that is about to wake all.
  void clear() { word_.fetch_and(~kSleepers, std::memory_order_relaxed); }

  // After advance() or add_count() has returned true. The sleepers' bit is cleared first, so that no other
  // notifier makes a system call. A thread that announces its sleep in between is at worst woken too early:
  // its ticket counts this change already.
  void wake_all() {
    clear();
    futex_wake(word_, kWakeAll);
  }
  // Counts a change and wakes all sleepers.
  void notify_all() {
    if (advance()) wake_all();
  }
  // The others sleep on. False: no thread slept, though one may have been about to.
  bool wake_one() { return futex_wake(word_, 1); }
  // Moves the sleepers of this word to the other one; they wake up with its own.
  void move_sleepers(EventCount& there) { futex_requeue(word_, there.word_); }

 private:
  static constexpr uint32_t kSleepers = 1;
  static constexpr uint32_t kCount = 2;
  static constexpr uint32_t kEpoch = 1u << 17;

  template <class Sleep, class Condition, class Fence>
  bool sleep_by(Sleep sleep, Condition&& condition, Fence&& before_last_check) {
    const uint32_t ticket = this->ticket();
    if (condition() || !announce(ticket)) return false;
    before_last_check();
    if (!condition()) sleep(ticket | kSleepers);
    return true;
  }
  bool announce(uint32_t ticket) {
    return word_.compare_exchange_strong(ticket, ticket | kSleepers,
                                         std::memory_order_seq_cst);  // [event.announce]
  }

  Atomic<uint32_t> word_{0};
};

}  // namespace limpid::sync
