// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/lock/critical.h"

#include "core/lock/lock_word.h"
#include "core/lock/mutex_events.h"
#include "platform/cpu.h"

namespace limpid::core {

using events::MutexKind;

namespace {

struct alignas(platform::kCacheLine) PaddedLock {
  LockWord word;
};

constinit PaddedLock g_unnamed_critical;
constinit PaddedLock g_atomic;

}  // namespace

LockWord& unnamed_critical() {
  return g_unnamed_critical.word;
}

LockWord& atomic_lock() {
  return g_atomic.word;
}

LockWord& named_critical(void** cell) {
  static_assert(sizeof(LockWord) <= sizeof(void*) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  return *reinterpret_cast<LockWord*>(cell);
}

void begin_critical(Thread& self, LockWord& lock, uint32_t hint) {
  state_acquire(self, MutexKind::critical, lock, hint);
  lock.take(self, State::wait_critical);
  state_acquired(self, MutexKind::critical, lock);
}

void end_critical(Thread& self, LockWord& lock) {
  lock.release();
  state_released(self, MutexKind::critical, lock);
}

void begin_atomic(Thread& self) {
  state_acquire(self, MutexKind::atomic, g_atomic.word);
  g_atomic.word.take(self, State::wait_atomic);
  state_acquired(self, MutexKind::atomic, g_atomic.word);
}

void end_atomic(Thread& self) {
  g_atomic.word.release();
  state_released(self, MutexKind::atomic, g_atomic.word);
}

}  // namespace limpid::core
