// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines. A Fortran program passes its lock variables by reference, which is what C passes too:
// the Fortran names are the same functions, except where a hint comes by reference.
//
// An operation that need not wait, while nobody listens, is over in a few instructions: it goes without a
// door.
#include "core/lock/lock.h"

#include "core/lock/mutex_events.h"
#include "core/team/door.h"

using namespace limpid;
using core::Lock;
using core::mutexes_observed;
using core::NestLock;

extern "C" {

void omp_init_lock(Lock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_lock(self, *lock, 0);
}

void omp_init_lock_with_hint(Lock* lock, uint32_t hint) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_lock(self, *lock, hint);
}

void omp_init_lock_with_hint_(Lock* lock, const uint32_t* hint) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_lock(self, *lock, *hint);
}

void omp_destroy_lock(Lock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed() && !lock->word.held()) [[likely]]
    return;
  core::Door door(self);
  core::destroy_lock(self, *lock);
}

void omp_set_lock(Lock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed() && lock->word.try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::set_lock(self, *lock);
}

void omp_unset_lock(Lock* lock) {
  if (!mutexes_observed() && lock->word.release()) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::unset_lock(self, *lock);
}

int omp_test_lock(Lock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->word.try_take(self);
  core::Door door(self);
  return core::test_lock(self, *lock);
}

void omp_init_nest_lock(NestLock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_nest_lock(self, *lock, 0);
}

void omp_init_nest_lock_with_hint(NestLock* lock, uint32_t hint) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_nest_lock(self, *lock, hint);
}

void omp_init_nest_lock_with_hint_(NestLock* lock, const uint32_t* hint) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return lock->reset();
  core::Door door(self);
  core::init_nest_lock(self, *lock, *hint);
}

void omp_destroy_nest_lock(NestLock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed() && !lock->word.held()) [[likely]]
    return;
  core::Door door(self);
  core::destroy_nest_lock(self, *lock);
}

void omp_set_nest_lock(NestLock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed() && core::take_level(self, *lock) > 0) [[likely]]
    return;
  core::Door door(self);
  core::set_nest_lock(self, *lock);
}

void omp_unset_nest_lock(NestLock* lock) {
  if (!mutexes_observed() && core::drop_level(*lock) >= 0) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::unset_nest_lock(self, *lock);
}

int omp_test_nest_lock(NestLock* lock) {
  core::Thread& self = core::this_thread();
  if (!mutexes_observed()) [[likely]]
    return core::take_level(self, *lock);
  core::Door door(self);
  return core::test_nest_lock(self, *lock);
}

void omp_init_lock_(Lock* lock) __attribute__((alias("omp_init_lock")));
void omp_destroy_lock_(Lock* lock) __attribute__((alias("omp_destroy_lock")));
void omp_set_lock_(Lock* lock) __attribute__((alias("omp_set_lock")));
void omp_unset_lock_(Lock* lock) __attribute__((alias("omp_unset_lock")));
int omp_test_lock_(Lock* lock) __attribute__((alias("omp_test_lock")));
void omp_init_nest_lock_(NestLock* lock) __attribute__((alias("omp_init_nest_lock")));
void omp_destroy_nest_lock_(NestLock* lock) __attribute__((alias("omp_destroy_nest_lock")));
void omp_set_nest_lock_(NestLock* lock) __attribute__((alias("omp_set_nest_lock")));
void omp_unset_nest_lock_(NestLock* lock) __attribute__((alias("omp_unset_nest_lock")));
int omp_test_nest_lock_(NestLock* lock) __attribute__((alias("omp_test_nest_lock")));
}
