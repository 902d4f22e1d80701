// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The begin and end of exclusive execution (critical, atomic), with its events.
#include "core/lock/critical.h"

#include "core/lock/mutex_events.h"

namespace limpid::core {

using events::MutexKind;

constinit PaddedLock g_unnamed_critical;
constinit PaddedLock g_atomic_lock;

void begin_exclusive(Thread& self, LockWord& lock, MutexKind kind, uint32_t hint) {
  emit_acquire(self, kind, lock, hint);
  lock.take(self, kind == MutexKind::atomic ? State::wait_atomic : State::wait_critical);
  emit_acquired(self, kind, lock);
}

void end_exclusive(Thread& self, LockWord& lock, MutexKind kind, uint32_t before) {
  emit_released(self, kind, lock);
  lock.finish_release(before);
}

}  // namespace limpid::core
