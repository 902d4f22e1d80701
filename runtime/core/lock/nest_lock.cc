// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_nest_lock and the other routines of nestable locks, with their events.
#include "base/check.h"
#include "core/lock/lock.h"
#include "core/lock/misuse.h"
#include "core/lock/mutex_events.h"

namespace limpid::core {

using events::Endpoint;
using events::MutexKind;

namespace {

void emit_nested(Thread& self, const NestLock& lock, Endpoint endpoint) {
  events::emit<events::NestLock>(self, endpoint, lock.word.id(), self.return_address);
}

// The first level emits an acquisition, further levels of the owner emit a NestLock begin.
void emit_level(Thread& self, const NestLock& lock, MutexKind kind, int count) {
  if (count == 1) emit_acquired(self, kind, lock.word);
  if (count > 1) emit_nested(self, lock, Endpoint::begin);
}

void emit_set(Thread& self, const NestLock& lock) {
  events::emit<events::MutexAcquire>(self, MutexKind::nest_lock, kNoHint, kMutexImplementation,
                                     lock.word.id(), self.return_address, owned_by_task(self, lock));
}

}  // namespace

int refuse_level(const Thread& self, const NestLock& lock) {
  LIMPID_CHECK(!owned_by_task(self, lock));  // as deep as it can be
  return 0;
}

void init_nest_lock(Thread& self, NestLock& lock, uint32_t hint) {
  lock.reset();
  events::emit<events::LockInit>(self, MutexKind::nest_lock, hint, kMutexImplementation, lock.word.id(),
                                 self.return_address);
}

void destroy_nest_lock(Thread& self, NestLock& lock) {
  if (lock.word.held()) [[unlikely]]
    warn_destroyed_held(&lock);
  events::emit<events::LockDestroy>(self, MutexKind::nest_lock, lock.word.id(), self.return_address);
}

void set_nest_lock(Thread& self, NestLock& lock) {
  if (events::is_observed(events::EventId::mutex_acquire)) [[unlikely]]
    emit_set(self, lock);
  int count = take_level(self, lock);
  if (count == 0) {
    refuse_level(self, lock);
    lock.word.take(self, State::wait_nest_lock);
    LIMPID_DCHECK(lock.word.held_by(self));
    lock.set_nesting(NestLock::mark_of(*self.task) | 1);
    count = 1;
  }
  emit_level(self, lock, MutexKind::nest_lock, count);
}

void unset_inner_level(Thread& self, NestLock& lock) {
  LIMPID_DCHECK(lock.count() > 1);
  lock.drop();
  emit_nested(self, lock, Endpoint::end);
}

void free_nest_lock(Thread& self, NestLock& lock, uint32_t before) {
  if (!LockWord::was_held(before)) return warn_released_free(&lock);
  emit_released(self, MutexKind::nest_lock, lock.word);
  lock.word.finish_release(before);
}

int test_nest_lock(Thread& self, NestLock& lock) {
  emit_acquire(self, MutexKind::test_nest_lock, lock.word);
  int count = take_level(self, lock);
  if (count == 0) refuse_level(self, lock);
  emit_level(self, lock, MutexKind::test_nest_lock, count);
  return count;
}

}  // namespace limpid::core
