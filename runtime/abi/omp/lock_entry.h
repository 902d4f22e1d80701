// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines, inlined into every entry point for them, as EntryScope must be.
//
// Without an observer an operation that need not wait takes a few instructions and no EntryScope. A test that
// the operation makes anyway finds the other cases: whether OpenMP knows the thread, or whether a thread
// sleeps at the lock that was released.
#pragma once

#include "core/data/entry.h"
#include "core/lock/lock.h"

namespace limpid::abi {

[[gnu::always_inline]] inline void init_lock(core::Lock& lock, uint32_t hint) {
  if (core::t_self->is_unobserved()) [[likely]]
    return lock.reset();
  return core::work_out_of_line([&lock, hint](core::Thread& self) { core::init_lock(self, lock, hint); });
}

[[gnu::always_inline]] inline void destroy_lock(core::Lock& lock) {
  if (core::t_self->is_unobserved() && !lock.word.held()) [[likely]]
    return;
  return core::work_out_of_line([&lock](core::Thread& self) { core::destroy_lock(self, lock); });
}

[[gnu::always_inline]] inline void set_lock(core::Lock& lock) {
  if (const core::Thread& known = *core::t_self; known.is_unobserved() && lock.word.try_take(known))
      [[likely]]
    return;
  return core::work_out_of_line([&lock](core::Thread& self) { core::set_lock(self, lock); });
}

[[gnu::always_inline]] inline void unset_lock(core::Lock& lock) {
  const uint32_t before = lock.word.free();
  if (core::LockWord::is_silent(before)) [[likely]]
    return;
  return core::work_out_of_line(
      [&lock, before](core::Thread& self) { core::unset_lock(self, lock, before); });
}

[[gnu::always_inline]] inline int test_lock(core::Lock& lock) {
  if (const core::Thread& known = *core::t_self; known.is_unobserved()) [[likely]]
    return lock.word.try_take(known);
  return core::work_out_of_line([&lock](core::Thread& self) { return core::test_lock(self, lock); });
}

[[gnu::always_inline]] inline void init_lock(core::NestLock& lock, uint32_t hint) {
  if (core::t_self->is_unobserved()) [[likely]]
    return lock.reset();
  return core::work_out_of_line(
      [&lock, hint](core::Thread& self) { core::init_nest_lock(self, lock, hint); });
}

[[gnu::always_inline]] inline void destroy_lock(core::NestLock& lock) {
  if (core::t_self->is_unobserved() && !lock.word.held()) [[likely]]
    return;
  return core::work_out_of_line([&lock](core::Thread& self) { core::destroy_nest_lock(self, lock); });
}

[[gnu::always_inline]] inline void set_lock(core::NestLock& lock) {
  if (core::Thread& known = *core::t_self; known.is_unobserved() && core::take_level(known, lock) > 0)
      [[likely]]
    return;
  return core::work_out_of_line([&lock](core::Thread& self) { core::set_nest_lock(self, lock); });
}

[[gnu::always_inline]] inline void unset_lock(core::NestLock& lock) {
  const bool is_inner = lock.count() > 1;
  uint32_t before = 0;
  if (is_inner) {
    if (core::drop_level(lock)) [[likely]]
      return;
  } else {
    before = lock.free();
    if (core::LockWord::is_silent(before)) [[likely]]
      return;
  }
  return core::work_out_of_line([&lock, before, is_inner](core::Thread& self) {
    is_inner ? core::unset_inner_level(self, lock) : core::free_nest_lock(self, lock, before);
  });
}

[[gnu::always_inline]] inline int test_lock(core::NestLock& lock) {
  if (core::Thread& known = *core::t_self; known.is_unobserved()) [[likely]] {
    const int count = core::take_level(known, lock);
    return count > 0 ? count : core::refuse_level(known, lock);
  }
  return core::work_out_of_line([&lock](core::Thread& self) { return core::test_nest_lock(self, lock); });
}

}  // namespace limpid::abi
