// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/check.h"
#include "core/lock/lock.h"

#include "base/check.h"
#include "core/lock/misuse.h"
#include "core/lock/mutex_events.h"
#include "core/task/task.h"

namespace limpid::core {

using events::Endpoint;
using events::MutexKind;

namespace {

void state_nested(Thread& self, const NestLock& lock, Endpoint endpoint) {
  events::emit<events::NestLock>(self, endpoint, lock.word.id(), self.return_address);
}

uint32_t task_mark(const Thread& self) {
  return static_cast<uint32_t>(self.task->id) << NestLock::kCountBits;
}

bool owned_by_task(const Thread& self, const NestLock& lock) {
  return lock.word.held_by(self) && (lock.nesting & ~NestLock::kCountMask) == task_mark(self);
}

int take_once_more(Thread& self, NestLock& lock) {
  LIMPID_CHECK(lock.count() < NestLock::kCountMask);
  ++lock.nesting;
  state_nested(self, lock, Endpoint::begin);
  return static_cast<int>(lock.count());
}

int begin_holding(Thread& self, NestLock& lock, MutexKind kind) {
  lock.nesting = task_mark(self) | 1;
  state_acquired(self, kind, lock.word);
  return 1;
}

}  // namespace

void init_nest_lock(Thread& self, NestLock& lock, uint32_t hint) {
  lock.word.reset();
  lock.nesting = 0;
  events::emit<events::LockInit>(self, MutexKind::nest_lock, hint, kMutexImplementation, lock.word.id(),
                                 self.return_address);
}

void destroy_nest_lock(Thread& self, NestLock& lock) {
  if (lock.word.held()) [[unlikely]]
    warn_destroyed_held(&lock);
  events::emit<events::LockDestroy>(self, MutexKind::nest_lock, lock.word.id(), self.return_address);
}

void set_nest_lock(Thread& self, NestLock& lock) {
  state_acquire(self, MutexKind::nest_lock, lock.word);
  if (owned_by_task(self, lock)) {
    take_once_more(self, lock);
    return;
  }
  lock.word.take(self, State::wait_nest_lock);
  begin_holding(self, lock, MutexKind::nest_lock);
}

void unset_nest_lock(Thread& self, NestLock& lock) {
  if (!lock.word.held()) [[unlikely]] {
    warn_released_free(&lock);
    return;
  }
  if (lock.count() > 1) {
    --lock.nesting;
    state_nested(self, lock, Endpoint::end);
    return;
  }
  lock.word.release();
  state_released(self, MutexKind::nest_lock, lock.word);
}

int test_nest_lock(Thread& self, NestLock& lock) {
  state_acquire(self, MutexKind::test_nest_lock, lock.word);
  if (owned_by_task(self, lock)) return take_once_more(self, lock);
  if (!lock.word.try_take(self)) return 0;
  return begin_holding(self, lock, MutexKind::test_nest_lock);
}

}  // namespace limpid::core
