// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical, and the one lock behind atomic constructs on types that have no atomic instructions.
#pragma once

#include <stdint.h>

#include "core/lock/lock_word.h"
#include "platform/cpu.h"

namespace limpid::core {

// A lock on a cache line of its own.
struct alignas(platform::kCacheLine) PaddedLock {
  LockWord word;
};

// Of all critical constructs without a name.
[[gnu::visibility("hidden")]] extern PaddedLock g_unnamed_critical;
// Of all atomic constructs that need a lock.
[[gnu::visibility("hidden")]] extern PaddedLock g_atomic_lock;

// The lock of one name: the low 32 bits of the pointer-sized common symbol that all objects of the program
// share. Zero is free, so it needs no initialisation.
inline LockWord& named_critical(void** cell) {
  static_assert(sizeof(LockWord) <= sizeof(void*) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  return *reinterpret_cast<LockWord*>(cell);
}

// The whole operation: begin_exclusive() waits for the lock, both emit the events. kind: critical or atomic.
// end_exclusive() completes a release whose LockWord::free() returned `before`.
void begin_exclusive(Thread& self, LockWord& lock, events::MutexKind kind, uint32_t hint);
void end_exclusive(Thread& self, LockWord& lock, events::MutexKind kind, uint32_t before);

}  // namespace limpid::core
