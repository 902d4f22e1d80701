// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For types that have no atomic instructions, and for merging several reduction variables at once.
#include "core/lock/critical.h"
#include "core/lock/lock_word.h"
#include "core/lock/mutex_events.h"
#include "core/team/door.h"

// Entries that need not wait, while nobody listens, are over in a few instructions: they go without a door.
using namespace limpid;

extern "C" {

void GOMP_atomic_start() {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && core::atomic_lock().try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::begin_atomic(self);
}

void GOMP_atomic_end() {
  if (!core::mutexes_observed()) [[likely]] {
    core::atomic_lock().release();
    return;
  }
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_atomic(self);
}
}
