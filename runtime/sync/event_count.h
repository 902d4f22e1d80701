// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one sleep protocol of the runtime: announce, look again, sleep.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::sync {

// An event count: threads sleep at it until news comes, wherever the news itself is kept.
//
// States   word = news (15 bits) | count (16 bits) | sleepers (lowest bit: a thread sleeps or is about to).
//          Both numbers wrap; the count carries into the news, which only makes one more look in vain.
// Protocol sleeper:  t = the word; look; announce (t -> t with the sleepers' bit); look again; sleep while the
//                    word is what was announced.
//          notifier: make the news visible; change the word (advance, add_count); wake the sleepers if their
//                    bit was set. Or, where the news was a seq_cst operation: look at the bit first
//                    (has_sleepers), and change the word only if it is set.
// Orders   [event.announce] and [event.advance] are RMWs of one word. The announcement fails if the news was
//          first; otherwise the notifier sees the bit. A notifier that only looks ([event.look], seq_cst) comes
//          after its own seq_cst news, and the announcement before the second look (seq_cst): one sees the
//          other. [event.advance] releases, and the announcement acquires: the second look sees the news that the
//          ticket counts, so the ticket itself orders nothing.
// Dies     a notifier calls FUTEX_WAKE after its RMW, when the sleeper may be gone and the word with it; a wake
//          of dead memory is harmless.
class EventCount {
 public:
  // Sleeps until the word changes, unless there is news. May return early: callers look and start over.
  // before_last_look comes between the announcement and the second look, for news that is made visible
  // without a seq_cst operation. True: the sleepers' bit was set; where only one thread ever sleeps, it
  // clears it.
  template <class Condition, class Fence>
  bool sleep_unless(Condition&& condition, Fence&& before_last_look) {
    const uint32_t ticket = this->ticket();
    if (condition() || !announce(ticket)) return false;
    before_last_look();
    if (!condition()) futex_wait(word_, ticket | kSleepers);
    return true;
  }

  template <class Condition>
  bool sleep_unless(Condition&& condition) {
    return sleep_unless(condition, [] {});
  }

  // Changes whenever there is news, and when a thread goes to sleep.
  [[nodiscard]] uint32_t ticket() const { return word_.load(std::memory_order_relaxed); }

  [[nodiscard]] bool has_sleepers() const {
    return (word_.load(std::memory_order_seq_cst) & kSleepers) != 0;  // [event.look]
  }
  // The same where a wrong answer does no harm.
  [[nodiscard]] bool may_have_sleepers() const {
    return (word_.load(std::memory_order_relaxed) & kSleepers) != 0;
  }

  // True: there are sleepers, which the caller wakes.
  [[nodiscard]] bool advance() {
    return (word_.fetch_add(kEpoch, std::memory_order_release) & kSleepers) != 0;  // [event.advance]
  }
  // The same for news that sleepers count. What was written before is visible to who sees the new count.
  [[nodiscard]] bool add_count() {
    return (word_.fetch_add(kCount, std::memory_order_release) & kSleepers) != 0;  // [event.advance]
  }
  [[nodiscard]] uint16_t count() const {
    return static_cast<uint16_t>(word_.load(std::memory_order_acquire) >> 1);  // [event.advance]
  }

  // Nobody sleeps any more: for the only sleeper, and for a notifier that is about to wake all.
  void clear() { word_.fetch_and(~kSleepers, std::memory_order_relaxed); }

  // After advance() or add_count() has found sleepers. The sleepers' bit goes first, so that no other
  // notifier pays for a system call. A thread that announces its sleep in between is woken too early, at
  // worst: its ticket counts this news already.
  void wake_all() {
    clear();
    futex_wake(word_, kWakeAll);
  }
  // The whole of it, for news for all.
  void notify_all() {
    if (advance()) wake_all();
  }
  // The others sleep on. False: nobody slept, though a thread may have been about to.
  bool wake_one() { return futex_wake(word_, 1); }
  // Sleepers here sleep there from now on, and wake up with those.
  void move_sleepers(EventCount& there) { futex_requeue(word_, there.word_); }

 private:
  static constexpr uint32_t kSleepers = 1;
  static constexpr uint32_t kCount = 2;
  static constexpr uint32_t kEpoch = 1u << 17;

  bool announce(uint32_t ticket) {
    return word_.compare_exchange_strong(ticket, ticket | kSleepers,
                                         std::memory_order_seq_cst);  // [event.announce]
  }

  Atomic<uint32_t> word_{0};
};

}  // namespace limpid::sync
