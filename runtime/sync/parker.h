// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A word at which one thread sleeps; and a way for one sender to wake several such sleepers together.
#pragma once

#include <stdint.h>

#include "sync/event_count.h"

namespace limpid::sync {

// One thread sleeps here until another thread wakes it.
//
// Owner     one thread; only it calls sleep_unless().
// Protocol  EventCount's. The count is that of the commands, which one sender at a time writes for the owner.
// Orders    [parker.command] what the sender wrote before add_command() is visible to the owner after
//           commands(), and the line with the command travels once.
class Parker {
 public:
  // For the owner: sleeps until it is notified, unless the condition is true. May return early.
  template <class Condition>
  void sleep_unless(Condition&& condition) {
    if (event_.sleep_unless(condition)) event_.clear();
  }
  // The same for at most so many nanoseconds.
  template <class Condition>
  void sleep_unless_for(int64_t nanoseconds, Condition&& condition) {
    if (event_.sleep_unless_for(nanoseconds, condition)) event_.clear();
  }

  // Changes with every notification and command.
  [[nodiscard]] uint32_t ticket() const { return event_.ticket(); }

  // After the condition was made true. Cheap (one RMW) when the owner is awake.
  void notify() {
    if (event_.advance()) [[unlikely]]
      wake();
  }

  // The same for a sender that wakes several owners. True: the owner sleeps, and the sender must add it to a
  // SleeperChain.
  [[nodiscard]] bool add_wake() { return event_.advance(); }

  // Counts a command. The only sender has written its fields before. Returns what add_wake() does.
  [[nodiscard]] bool add_command() { return event_.add_count(); }  // [parker.command]

  [[nodiscard]] uint16_t commands() const { return event_.count(); }  // [parker.command]

  // For a sender that made the condition true by a seq_cst RMW: it need not notify an owner that is not
  // parked.
  [[nodiscard]] bool parked() const { return event_.has_sleepers(); }

 private:
  friend class SleeperChain;

  void wake() {
    event_.clear();  // so that a second notifier makes no second system call
    event_.wake_one();
  }

  EventCount event_;
};

// The sleepers that one sender has found: they wake up together. If they were woken one by one with fewer
// processors than threads, the first would take the sender's processor, and the others would sleep until it
// gives it back. Each further sleeper is moved to the first one's futex: as many system calls as single
// wakes.
//
// Owner    the sender, in one scope: the sleepers that it adds wake up at the end of the scope.
class SleeperChain {
 public:
  SleeperChain() = default;
  SleeperChain(const SleeperChain&) = delete;
  SleeperChain& operator=(const SleeperChain&) = delete;
  ~SleeperChain() {
    if (first_ != nullptr) [[unlikely]]
      first_->event_.wake_all();
  }

  // After add_wake() or add_command() returned true: that RMW keeps an owner that is about to sleep awake.
  void add(Parker& sleeper) {
    sleeper.event_.clear();  // so that no other notifier makes a system call
    if (first_ == nullptr)
      first_ = &sleeper;
    else
      sleeper.event_.move_sleepers(first_->event_);
  }

 private:
  Parker* first_ = nullptr;
};

}  // namespace limpid::sync
