// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/lock/critical.h"

#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_critical_start() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_critical(self, core::unnamed_critical());
}

void GOMP_critical_end() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, core::unnamed_critical());
}

void GOMP_critical_name_start(void** cell) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_critical(self, core::named_critical(cell));
}

void GOMP_critical_name_end(void** cell) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, core::named_critical(cell));
}
}
