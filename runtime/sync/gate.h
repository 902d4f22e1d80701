// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a team wait for one opening per barrier.
#pragma once

#include <stdint.h>

#include "sync/event_count.h"

namespace limpid::sync {

// A generation barrier's gate: it opens once per generation for many waiters. Sleepers can also be woken for
// another reason, without an opening.
//
// Protocol  EventCount's. The count is the generation.
// Writers   open(): one thread per generation. post(), wake_all(), sleep_unless(): any thread.
// Orders    [gate.open] pairs with [gate.pass]: the waiters see what the opener saw.
// Limits    generations wrap after 65536 openings. A waiter must pass before that; team members do by
//           construction.
class Gate {
 public:
  [[nodiscard]] uint16_t generation() const { return event_.count(); }  // [gate.pass]
  [[nodiscard]] bool passed(uint16_t generation) const { return this->generation() != generation; }

  void open() {
    if (event_.add_count()) [[unlikely]]  // [gate.open]
      event_.wake_all();
  }

  // Wakes one sleeper for another reason than the opening. False: no thread slept, though one may have been
  // about to.
  bool wake_one() { return event_.advance() && event_.wake_one(); }

  // Wakes all sleepers without opening; they check their conditions and wait again.
  void wake_all() { event_.notify_all(); }

  // For a notifier that made the condition true by a seq_cst operation: it need not notify if there are none.
  [[nodiscard]] bool has_sleepers() const { return event_.has_sleepers(); }

  // Sleeps until open(), post() or wake_all(), unless the condition is true. The caller's condition must include
  // the opening. May return early.
  template <class Condition>
  void sleep_unless(Condition&& condition) {
    event_.sleep_unless(condition);
  }
  // The same for at most so many nanoseconds.
  template <class Condition>
  void sleep_unless_for(int64_t nanoseconds, Condition&& condition) {
    event_.sleep_unless_for(nanoseconds, condition);
  }

  // Changes with every notification.
  [[nodiscard]] uint32_t ticket() const { return event_.ticket(); }

 private:
  EventCount event_;
};

}  // namespace limpid::sync
