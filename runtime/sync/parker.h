// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::sync {

// Where one thread sleeps until somebody has news for it.
//
// Owner    one thread; only it calls ticket(), park() and announce().
// States   word = news count (15 bits) | order count (16 bits) | parked (lowest bit: the owner sleeps or is
// about to).
//          Counts wrap; a full order count carries into the news, which only makes one more spurious look.
// Protocol owner:   t = ticket(); look for news; if none, announce(t), look again, park(t).
//          others:  make the news visible (release store or RMW), then notify(); or write an order and
//          note_order().
// Orders   [parker.announce] the owner's CAS to odd, seq_cst, comes before its second look; [parker.notify]
// is an RMW
//          after the news. Whichever comes second in the order of the word sees the other: no lost wake-up.
//          [parker.order] the count of orders changes in the same RMW that wakes: what the sender wrote
//          before it is visible to the owner after orders() (acquire), and the line with the order travels
//          once.
// Dies     a notifier touches the word once more with FUTEX_WAKE after its RMW; a wake of dead memory is
// harmless.
class Parker {
 public:
  uint32_t ticket() const { return word_.load(std::memory_order_acquire); }

  // True if nothing happened since ticket() and the owner is now marked as sleeping.
  bool announce(uint32_t ticket) {
    return word_.compare_exchange_strong(ticket, ticket | kParked,
                                         std::memory_order_seq_cst);  // [parker.announce]
  }

  // Takes the mark back after a second look that found news.
  void retract() { word_.fetch_and(~kParked, std::memory_order_relaxed); }

  // Sleeps until a notify() after ticket. May return early; callers look for news and start over.
  void park(uint32_t ticket) {
    futex_wait(word_, ticket | kParked);
    retract();
  }

  // Called by other threads after making news visible. Cheap (one RMW) when the owner is awake.
  void notify() {
    uint32_t before = word_.fetch_add(kNews, std::memory_order_seq_cst);  // [parker.notify]
    if (before & kParked) [[unlikely]]
      wake();
  }

  // Counts an order of the only sender, whose text was written before. True: the owner sleeps, and the sender
  // has it woken, by SleeperChain.
  [[nodiscard]] bool note_order() {
    uint32_t before = word_.fetch_add(kOrder, std::memory_order_seq_cst);  // [parker.order]
    return (before & kParked) != 0;
  }

  // The same as notify() for a sender that has several to wake. True: as above.
  [[nodiscard]] bool note_news() {
    return (word_.fetch_add(kNews, std::memory_order_seq_cst) & kParked) != 0;  // [parker.notify]
  }

  uint16_t orders() const {
    return static_cast<uint16_t>(word_.load(std::memory_order_acquire) >> 1);
  }  // [parker.order]

  // Sequentially consistent: a waker whose news was a seq_cst RMW may look here first instead of calling
  // notify().
  bool parked() const { return word_.load(std::memory_order_seq_cst) & kParked; }

 private:
  static constexpr uint32_t kParked = 1;
  static constexpr uint32_t kOrder = 2;
  static constexpr uint32_t kNews = 1u << 17;

  void wake() {
    retract();  // So that a second notifier does not pay for a second system call.
    futex_wake(word_, 1);
  }

  friend class SleeperChain;

  Atomic<uint32_t> word_{0};
};

// Those that one sender has found asleep: they wake up together. Woken one by one, the first would take the
// sender's processor when there are fewer processors than threads, and the others would sleep until it gives
// it back. They are moved to the first one's futex, as often as they would be woken otherwise.
//
// Owner    the sender, in one scope: whom it adds wakes up at its end.
class SleeperChain {
 public:
  SleeperChain() = default;
  SleeperChain(const SleeperChain&) = delete;
  SleeperChain& operator=(const SleeperChain&) = delete;
  ~SleeperChain() {
    if (first_ != nullptr) [[unlikely]]
      futex_wake(first_->word_, kWakeAll);
  }

  // News for it is visible, by an RMW of its word: who is about to sleep there does not any more.
  void add(Parker& sleeper) {
    sleeper.retract();  // so that nobody else pays for a system call
    if (first_ == nullptr)
      first_ = &sleeper;
    else
      futex_requeue(sleeper.word_, first_->word_);
  }

 private:
  Parker* first_ = nullptr;
};

}  // namespace limpid::sync
