// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/ordered.h"

#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_ordered_start() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_ordered(self);
}

void GOMP_ordered_end() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_ordered(self);
}
}
