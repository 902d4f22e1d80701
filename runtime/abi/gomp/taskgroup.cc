// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/taskgroup.h"

#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_taskgroup_start() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_taskgroup(self);
}

void GOMP_taskgroup_end() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_taskgroup(self);
}
}
