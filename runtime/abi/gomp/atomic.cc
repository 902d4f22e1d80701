// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For types that have no atomic instructions, and for merging several reduction variables at once.
#include "core/lock/critical.h"
#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_atomic_start() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_atomic(self);
}

void GOMP_atomic_end() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_atomic(self);
}
}
