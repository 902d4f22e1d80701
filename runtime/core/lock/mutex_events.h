// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the events of one mutex, with their common fields.
#pragma once

#include "core/data/thread.h"
#include "core/lock/lock_word.h"
#include "events/emit.h"

namespace limpid::core {

inline constexpr uint32_t kNoHint = 0;
inline constexpr uint32_t kMutexImplementation = 1;  // one word that threads poll and then sleep at

inline void emit_acquire(Thread& self, events::MutexKind kind, const LockWord& word,
                         uint32_t hint = kNoHint) {
  events::emit<events::MutexAcquire>(self, kind, hint, kMutexImplementation, word.id(), self.return_address);
}
inline void emit_acquired(Thread& self, events::MutexKind kind, const LockWord& word) {
  events::emit<events::MutexAcquired>(self, kind, word.id(), self.return_address);
}
inline void emit_released(Thread& self, events::MutexKind kind, const LockWord& word) {
  events::emit<events::MutexReleased>(self, kind, word.id(), self.return_address);
}

}  // namespace limpid::core
