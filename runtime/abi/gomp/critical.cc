// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/lock/critical.h"

#include "core/lock/lock_word.h"
#include "core/lock/mutex_events.h"
#include "core/team/door.h"

// Entries that need not wait, while nobody listens, are over in a few instructions: they go without a door.
using namespace limpid;

extern "C" {

void GOMP_critical_start() {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && core::unnamed_critical().try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::begin_critical(self, core::unnamed_critical());
}

void GOMP_critical_end() {
  if (!core::mutexes_observed()) [[likely]] {
    core::unnamed_critical().release();
    return;
  }
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, core::unnamed_critical());
}

void GOMP_critical_name_start(void** cell) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && core::named_critical(cell).try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::begin_critical(self, core::named_critical(cell));
}

void GOMP_critical_name_end(void** cell) {
  if (!core::mutexes_observed()) [[likely]] {
    core::named_critical(cell).release();
    return;
  }
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, core::named_critical(cell));
}
}
