// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_taskgroup_*: the taskgroup construct.
#include "core/task/run/taskgroup.h"

#include "core/data/entry.h"

using namespace limpid;

extern "C" {

void GOMP_taskgroup_start() {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::begin_taskgroup<A>(self);
  });
}

void GOMP_taskgroup_end() {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_taskgroup<A>(self);
  });
}
}
