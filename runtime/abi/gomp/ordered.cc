// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/ordered.h"

#include "core/team/door.h"

using namespace limpid;

extern "C" {

void GOMP_ordered_start() {
  core::with_audience([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Door door(self);
    core::begin_ordered<A>(self);
  });
}

void GOMP_ordered_end() {
  core::with_audience([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Door door(self);
    core::end_ordered<A>(self);
  });
}
}
