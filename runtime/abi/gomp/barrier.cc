// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_barrier*: barriers as GCC calls them.
#include "core/barrier/barrier.h"
#include "core/data/entry.h"
#include "core/loop/region.h"

using namespace limpid;

extern "C" {

// GCC calls this for explicit barriers and for the implicit ones of constructs that it expands inline.
void GOMP_barrier() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::barrier<A>(self, core::kind_of_barrier(self));
  });
}

bool GOMP_barrier_cancel() {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::barrier_cancellable(self, core::kind_of_barrier(self));
}
}
