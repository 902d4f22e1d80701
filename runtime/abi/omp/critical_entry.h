// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of critical, and of atomic constructs that need a lock.
// Inlined into each of them; fast paths as in lock_entry.h.
#pragma once

#include "core/data/entry.h"
#include "core/lock/critical.h"

namespace limpid::abi {

// hint is for tools only: every lock is one word that adapts to its use.
[[gnu::always_inline]] inline void begin_exclusive(core::LockWord& lock, events::MutexKind kind,
                                                   uint32_t hint) {
  if (const core::Thread& known = *core::t_self; known.is_unobserved() && lock.try_take(known)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::begin_exclusive(self, lock, kind, hint);
}

[[gnu::always_inline]] inline void end_exclusive(core::LockWord& lock, events::MutexKind kind) {
  const uint32_t before = lock.free();
  if (core::LockWord::is_silent(before)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::end_exclusive(self, lock, kind, before);
}

[[gnu::always_inline]] inline void begin_critical(core::LockWord& lock, uint32_t hint = 0) {
  begin_exclusive(lock, events::MutexKind::critical, hint);
}
[[gnu::always_inline]] inline void end_critical(core::LockWord& lock) {
  end_exclusive(lock, events::MutexKind::critical);
}

[[gnu::always_inline]] inline void begin_atomic() {
  begin_exclusive(core::g_atomic_lock.word, events::MutexKind::atomic, 0);
}
[[gnu::always_inline]] inline void end_atomic() {
  end_exclusive(core::g_atomic_lock.word, events::MutexKind::atomic);
}

}  // namespace limpid::abi
