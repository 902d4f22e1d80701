// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's first encounters of taskloops, at which it waits for a thief.
//
// The duration of a new loop's tasks is unknown, and the workers woken for them have hardly had time to wake
// when the thread begins to take the tasks back. So the thread waits for a thief once, for a bounded time.
// Belongs to one thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/policy.h"
#include "core/data/thread.h"

namespace limpid::core {

class FirstEncounters {
 public:
  // Whether the construct (its return address) is new and waiting may still pay. True once, and again for
  // constructs that were replaced by others.
  bool is_due(const void* construct) {
    if (!policy::enabled(policy::first_encounter)) return false;
    const void*& known = known_[(reinterpret_cast<uintptr_t>(construct) >> 5) % policy::kKnownTaskloops];
    if (known == construct) [[likely]]
      return false;
    known = construct;
    return credit_ > 0;
  }

  // Limits the total wait of a thread at whose constructs no thief comes in time, or that meets many
  // constructs.
  void note(bool answered) { credit_ -= answered ? 1 : kNoThief; }

  static constexpr int32_t kCredit = policy::kFirstThiefCredit;
  static constexpr int32_t kNoThief = policy::kFirstThiefPenalty;

 private:
  const void* known_[policy::kKnownTaskloops] = {};
  int32_t credit_ = kCredit;
};

// Waits a bounded time until a thread takes one of the tasks in the deque of self's slot, if there are any.
// taken_before: how many tasks had been taken from the deque before these were pushed.
void await_first_thief(Thread& self, uint64_t taken_before);

}  // namespace limpid::core
