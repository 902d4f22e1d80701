// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical, and the one lock behind atomic constructs on types that have no atomic instructions.
#pragma once

#include <stdint.h>

#include "core/lock/lock_word.h"
#include "platform/cpu.h"

namespace limpid::core {

// On a line of its own.
struct alignas(platform::kCacheLine) PaddedLock {
  LockWord word;
};

[[gnu::visibility(
    "hidden")]] extern PaddedLock g_unnamed_critical;           // of all critical constructs without a name
[[gnu::visibility("hidden")]] extern PaddedLock g_atomic_lock;  // of all atomic constructs that need one

// The lock of one name: the low 32 bits of the pointer-sized common symbol that all objects of the program
// share. Zero is free, so it needs no initialisation.
inline LockWord& named_critical(void** cell) {
  static_assert(sizeof(LockWord) <= sizeof(void*) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  return *reinterpret_cast<LockWord*>(cell);
}

// Each in full: waits where it has to, states the events. kind: critical or atomic. The end does what is left
// when the lock was freed and contained `before`.
void begin_exclusive(Thread& self, LockWord& lock, events::MutexKind kind, uint32_t hint);
void end_exclusive(Thread& self, LockWord& lock, events::MutexKind kind, uint32_t before);

}  // namespace limpid::core
