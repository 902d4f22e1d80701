// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where one thread sleeps; and how one sender wakes several such sleepers together.
#pragma once

#include <stdint.h>

#include "sync/event_count.h"

namespace limpid::sync {

// Where one thread sleeps until another has news for it.
//
// Owner    one thread; only it calls sleep_unless().
// Protocol EventCount's. The count is that of the orders, which one sender at a time writes for the owner.
// Orders   [parker.command] what the sender wrote before note_command() is visible to the owner after orders(), and
//          the line with the order travels once.
class Parker {
 public:
  // For the owner: sleeps until it is notified, unless there is news. May return early.
  template <class Condition>
  void sleep_unless(Condition&& condition) {
    if (event_.sleep_unless(condition)) event_.clear();
  }

  // Changes whenever there is news.
  [[nodiscard]] uint32_t ticket() const { return event_.ticket(); }

  // After making news visible. Cheap (one RMW) when the owner is awake.
  void notify() {
    if (event_.advance()) [[unlikely]]
      wake();
  }

  // The same for a sender that has several to wake. True: the owner sleeps, and the sender has it woken, by
  // SleeperChain.
  [[nodiscard]] bool note_wake() { return event_.advance(); }

  // Counts an order of the only sender, whose text was written before. True: as above.
  [[nodiscard]] bool note_command() { return event_.add_count(); }  // [parker.command]

  [[nodiscard]] uint16_t commands() const { return event_.count(); }  // [parker.command]

  // For a sender whose news was a seq_cst RMW: it may look here first, and need not notify an awake owner.
  [[nodiscard]] bool parked() const { return event_.has_sleepers(); }

 private:
  friend class SleeperChain;

  void wake() {
    event_.clear();  // so that a second notifier does not pay for a second system call
    event_.wake_one();
  }

  EventCount event_;
};

// Those that one sender has found asleep: they wake up together. Woken one by one, the first would take the
// sender's processor when there are fewer processors than threads, and the others would sleep until it gives
// it back. They are moved to the first one's futex, as often as they would be woken otherwise.
//
// Owner    the sender, in one scope: the sleepers that it adds wake up at its end.
class SleeperChain {
 public:
  SleeperChain() = default;
  SleeperChain(const SleeperChain&) = delete;
  SleeperChain& operator=(const SleeperChain&) = delete;
  ~SleeperChain() {
    if (first_ != nullptr) [[unlikely]]
      first_->event_.wake_all();
  }

  // News for it is visible, by an RMW of its word: who is about to sleep there does not any more.
  void add(Parker& sleeper) {
    sleeper.event_.clear();  // so that nobody else pays for a system call
    if (first_ == nullptr)
      first_ = &sleeper;
    else
      sleeper.event_.move_sleepers(first_->event_);
  }

 private:
  Parker* first_ = nullptr;
};

}  // namespace limpid::sync
