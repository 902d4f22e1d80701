// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_ordered_*: the ordered construct.
#include "core/loop/ordered.h"

#include "core/data/entry.h"

using namespace limpid;

extern "C" {

void GOMP_ordered_start() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::begin_ordered<A>(self);
  });
}

void GOMP_ordered_end() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_ordered<A>(self);
  });
}
}
