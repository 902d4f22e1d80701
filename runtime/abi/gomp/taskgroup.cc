// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/taskgroup.h"

#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_taskgroup_start() {
  core::with_audience([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Door door(self);
    core::begin_taskgroup<A>(self);
  });
}

void GOMP_taskgroup_end() {
  core::with_audience([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Door door(self);
    core::end_taskgroup<A>(self);
  });
}
}
