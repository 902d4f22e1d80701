// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the lock routines of every front door do. Inlined into each of them, as their doors must be.
//
// An operation that need not wait, while nobody listens, is over in a few instructions: it goes without a
// door.
#pragma once

#include "core/lock/lock.h"
#include "core/lock/mutex_events.h"
#include "core/team/door.h"

namespace limpid::abi {

[[gnu::always_inline]] inline void init_lock(core::Lock& lock, uint32_t hint) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed()) [[likely]]
    return lock.reset();
  core::Door door(self);
  core::init_lock(self, lock, hint);
}

[[gnu::always_inline]] inline void destroy_lock(core::Lock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && !lock.word.held()) [[likely]]
    return;
  core::Door door(self);
  core::destroy_lock(self, lock);
}

[[gnu::always_inline]] inline void set_lock(core::Lock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && lock.word.try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::set_lock(self, lock);
}

[[gnu::always_inline]] inline void unset_lock(core::Lock& lock) {
  if (!core::mutexes_observed() && lock.word.release()) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::unset_lock(self, lock);
}

[[gnu::always_inline]] inline int test_lock(core::Lock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed()) [[likely]]
    return lock.word.try_take(self);
  core::Door door(self);
  return core::test_lock(self, lock);
}

[[gnu::always_inline]] inline void init_lock(core::NestLock& lock, uint32_t hint) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed()) [[likely]]
    return lock.reset();
  core::Door door(self);
  core::init_nest_lock(self, lock, hint);
}

[[gnu::always_inline]] inline void destroy_lock(core::NestLock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && !lock.word.held()) [[likely]]
    return;
  core::Door door(self);
  core::destroy_nest_lock(self, lock);
}

[[gnu::always_inline]] inline void set_lock(core::NestLock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && core::take_level(self, lock) > 0) [[likely]]
    return;
  core::Door door(self);
  core::set_nest_lock(self, lock);
}

[[gnu::always_inline]] inline void unset_lock(core::NestLock& lock) {
  if (!core::mutexes_observed() && core::drop_level(lock) >= 0) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::unset_nest_lock(self, lock);
}

[[gnu::always_inline]] inline int test_lock(core::NestLock& lock) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed()) [[likely]]
    return core::take_level(self, lock);
  core::Door door(self);
  return core::test_nest_lock(self, lock);
}

}  // namespace limpid::abi
