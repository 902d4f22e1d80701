// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a team wait for one opening per barrier.
#pragma once

#include <stdint.h>

#include "sync/event_count.h"

namespace limpid::sync {

// A gate that opens once per generation for many waiters, and at which sleepers can be woken for other news.
//
// Protocol EventCount's. The count is the generation.
// Writers  open(): one thread per generation. post(), rouse(), sleep_unless(): any thread.
// Orders   [gate.open] pairs with [gate.pass]: what the opener saw, the waiters see.
// Limits   generations wrap after 65536 openings; a waiter must pass before that, which team members do by
//          construction.
class Gate {
 public:
  [[nodiscard]] uint16_t generation() const { return event_.count(); }  // [gate.pass]
  [[nodiscard]] bool passed(uint16_t generation) const { return this->generation() != generation; }

  void open() {
    if (event_.add_count()) [[unlikely]]  // [gate.open]
      event_.wake_all();
  }

  // Wakes one sleeper, because there is news other than the opening. False: nobody slept, though a thread may
  // have been about to.
  bool post() { return event_.advance() && event_.wake_one(); }

  // Wakes all sleepers without opening; they look around and wait again.
  void rouse() { event_.notify_all(); }

  [[nodiscard]] bool may_have_sleepers() const { return event_.may_have_sleepers(); }

  // Sleeps until the gate opens or is posted, unless there is news (of which the opening is a part, for the
  // caller to look at). May return early.
  template <class Condition>
  void sleep_unless(Condition&& condition) {
    event_.sleep_unless(condition);
  }

  // Changes whenever there is news.
  [[nodiscard]] uint32_t ticket() const { return event_.ticket(); }

 private:
  EventCount event_;
};

}  // namespace limpid::sync
