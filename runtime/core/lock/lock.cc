// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_lock and the other routines of simple locks, with their events.
#include "core/lock/lock.h"

#include "core/lock/misuse.h"
#include "core/lock/mutex_events.h"

namespace limpid::core {

using events::MutexKind;

void init_lock(Thread& self, Lock& lock, uint32_t hint) {
  lock.reset();
  events::emit<events::LockInit>(self, MutexKind::lock, hint, kMutexImplementation, lock.word.id(),
                                 self.return_address);
}

void destroy_lock(Thread& self, Lock& lock) {
  if (lock.word.held()) [[unlikely]]
    warn_destroyed_held(&lock);
  events::emit<events::LockDestroy>(self, MutexKind::lock, lock.word.id(), self.return_address);
}

void set_lock(Thread& self, Lock& lock) {
  emit_acquire(self, MutexKind::lock, lock.word);
  lock.word.take(self, State::wait_lock);
  emit_acquired(self, MutexKind::lock, lock.word);
}

void unset_lock(Thread& self, Lock& lock, uint32_t before) {
  if (!LockWord::was_held(before)) [[unlikely]]
    warn_released_free(&lock);
  emit_released(self, MutexKind::lock, lock.word);
  lock.word.finish_release(before);
}

bool test_lock(Thread& self, Lock& lock) {
  emit_acquire(self, MutexKind::test_lock, lock.word);
  bool taken = lock.word.try_take(self);
  if (taken) emit_acquired(self, MutexKind::test_lock, lock.word);
  return taken;
}

}  // namespace limpid::core
