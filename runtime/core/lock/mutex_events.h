// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facts about one mutex, with everything they have in common filled in.
#pragma once

#include "core/lock/lock_word.h"
#include "core/team/thread.h"
#include "events/spine.h"

namespace limpid::core {

inline constexpr uint32_t kNoHint = 0;
inline constexpr uint32_t kMutexImplementation = 1;  // one word that threads poll and then sleep at

// Somebody listens to what happens to locks. While nobody does, an operation that does not wait needs no door
// and no facts: the entries try that first.
inline bool mutexes_observed() {
  using events::Event;
  constexpr uint64_t kFacts = events::bit(Event::mutex_acquire) | events::bit(Event::mutex_acquired) |
                              events::bit(Event::mutex_released) | events::bit(Event::lock_init) |
                              events::bit(Event::lock_destroy) | events::bit(Event::nest_lock);
  return events::listening_to_any(kFacts);
}

inline void state_acquire(Thread& self, events::MutexKind kind, const LockWord& word,
                          uint32_t hint = kNoHint) {
  events::emit<events::MutexAcquire>(self, kind, hint, kMutexImplementation, word.id(), self.return_address);
}
inline void state_acquired(Thread& self, events::MutexKind kind, const LockWord& word) {
  events::emit<events::MutexAcquired>(self, kind, word.id(), self.return_address);
}
inline void state_released(Thread& self, events::MutexKind kind, const LockWord& word) {
  events::emit<events::MutexReleased>(self, kind, word.id(), self.return_address);
}

}  // namespace limpid::core
