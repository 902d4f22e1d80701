// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a taskloop that a thread meets for the first time: nobody knows how long they take, and those
// who were woken for them have hardly had the time to come when the thread begins to take them back. It gives
// them a chance once, for a bounded time. Belongs to one thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/team/thread.h"

namespace limpid::core {

class FirstEncounters {
 public:
  // Whether the construct (its return address) is new and waiting may still pay. True once, but for
  // constructs that were forgotten for others.
  bool is_due(const void* construct) {
    const void*& known = known_[(reinterpret_cast<uintptr_t>(construct) >> 5) % kSlots];
    if (known == construct) [[likely]]
      return false;
    known = construct;
    return credit_ > 0;
  }

  // Where nobody comes in time, or where constructs are many, nobody waits for long.
  void note(bool answered) { credit_ -= answered ? 1 : kUnanswered; }

  static constexpr int32_t kCredit = 64;
  static constexpr int32_t kUnanswered = 8;

 private:
  static constexpr size_t kSlots = 8;

  const void* known_[kSlots] = {};
  int32_t credit_ = kCredit;
};

// Waits a little until somebody takes one of the tasks that lie at self's slot, if any do; taken_before: how
// many had been taken from there before they came.
void await_answer(Thread& self, uint64_t taken_before);

}  // namespace limpid::core
