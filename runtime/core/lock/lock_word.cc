// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait for a lock that is held: polls, then sleep; and the wake-up of one sleeper.
#include "core/lock/lock_word.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/data/wait_scope.h"
#include "core/lock/misuse.h"
#include "core/lock/policy.h"
#include "sync/atomic.h"
#include "sync/backoff.h"

namespace limpid::core {
namespace {

// Polls help only while the holder can be running: with fewer processors than threads a thread polls a few
// times and sleeps.
uint32_t rounds_for(const sync::SpinPolicy& spin_policy) {
  if (!policy::enabled(policy::lock_polls)) return 0;
  return spin_policy.spins < policy::kMostLockPolls ? spin_policy.spins : policy::kMostLockPolls;
}

events::MutexKind kind_of(State state) {
  switch (state) {
    case State::wait_nest_lock:
      return events::MutexKind::nest_lock;
    case State::wait_critical:
      return events::MutexKind::critical;
    case State::wait_atomic:
      return events::MutexKind::atomic;
    default:
      return events::MutexKind::lock;
  }
}

}  // namespace

// Pauses grow, so that the holder can take and release several times before the line moves: less contention.
bool LockWord::spin(const Thread& self) {
  uint32_t pauses = policy::kLeastLockPauses;
  for (uint32_t round = rounds_for(self.team->spin_policy); round > 0; --round) {
    for (uint32_t count = 0; count < pauses; ++count) sync::relax();
    if (pauses < policy::kMostLockPauses && policy::enabled(policy::lock_pauses)) pauses *= 2;
    if (!held() && try_take(self)) return true;
  }
  return false;
}

void LockWord::take_slow(Thread& self, State state) {
  if (state == State::work_reduction) return wait(self);  // a reduction's lock: no mutex events
  const FullWait waiting(self, MutexWaitEvents(kind_of(state), state), id());
  wait(self);
}

void LockWord::wait(Thread& self) {
  if (held_by(self)) warn_self_deadlock(self, this);
  if (spin(self)) return;
  const uint32_t mine = self.lock_mark & ~kPlain;
  LIMPID_DCHECK(mine != kFree);
  for (;;) {
    uint32_t seen = word_.load(std::memory_order_relaxed);
    if (seen == kFree) {
      // [lock.take]
      if (word_.compare_exchange_strong(seen, mine, std::memory_order_acquire, std::memory_order_relaxed))
        return;
      continue;
    }
    if ((seen & kPlain) && !word_.compare_exchange_strong(seen, seen & ~kPlain, std::memory_order_relaxed))
      continue;
    sync::futex_wait(word_, seen & ~kPlain);
  }
}

void LockWord::wake_one() {
  sync::futex_wake(word_, 1);
}

}  // namespace limpid::core
