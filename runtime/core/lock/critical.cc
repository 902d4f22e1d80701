// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/lock/critical.h"

#include "core/lock/mutex_events.h"

namespace limpid::core {

using events::MutexKind;

constinit PaddedLock g_unnamed_critical;
constinit PaddedLock g_atomic_lock;

void begin_critical(Thread& self, LockWord& lock, uint32_t hint) {
  state_acquire(self, MutexKind::critical, lock, hint);
  lock.take(self, State::wait_critical);
  state_acquired(self, MutexKind::critical, lock);
}

void end_critical(Thread& self, LockWord& lock, uint32_t before) {
  lock.finish_release(before);
  state_released(self, MutexKind::critical, lock);
}

void begin_atomic(Thread& self) {
  state_acquire(self, MutexKind::atomic, g_atomic_lock.word);
  g_atomic_lock.word.take(self, State::wait_atomic);
  state_acquired(self, MutexKind::atomic, g_atomic_lock.word);
}

void end_atomic(Thread& self, uint32_t before) {
  g_atomic_lock.word.finish_release(before);
  state_released(self, MutexKind::atomic, g_atomic_lock.word);
}

}  // namespace limpid::core
