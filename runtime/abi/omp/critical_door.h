// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the entries of critical, and of atomic constructs that need a lock, do at every front door. Inlined
// into each of them; short ways as in lock_door.h.
#pragma once

#include "core/lock/critical.h"
#include "core/team/door.h"

namespace limpid::abi {

// hint: only told to tools; every lock is one word that adapts to its use.
[[gnu::always_inline]] inline void begin_critical(core::LockWord& lock, uint32_t hint = 0) {
  if (const core::Thread& known = *core::t_self; known.is_unheard() && lock.try_take(known)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_critical(self, lock, hint);
}

[[gnu::always_inline]] inline void end_critical(core::LockWord& lock) {
  const uint32_t before = lock.free();
  if (core::LockWord::is_quiet(before)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, lock, before);
}

[[gnu::always_inline]] inline void begin_atomic() {
  if (const core::Thread& known = *core::t_self;
      known.is_unheard() && core::g_atomic_lock.word.try_take(known)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_atomic(self);
}

[[gnu::always_inline]] inline void end_atomic() {
  const uint32_t before = core::g_atomic_lock.word.free();
  if (core::LockWord::is_quiet(before)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_atomic(self, before);
}

}  // namespace limpid::abi
