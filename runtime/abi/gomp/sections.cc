// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_sections_*: the sections construct.
#include "core/loop/sections.h"

#include "core/barrier/workshare_end.h"
#include "core/data/entry.h"
#include "core/loop/loop.h"

using namespace limpid;

extern "C" {

unsigned GOMP_sections_start(unsigned count) {
  return core::with_observers([count]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::start_sections<A>(self, {count, nullptr, nullptr});
    return static_cast<unsigned>(core::next_section<A>(self));
  });
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t* reductions, void** memory) {
  return core::with_observers([=]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::start_sections<A>(self, {count, reductions, memory});
    return static_cast<unsigned>(core::next_section<A>(self));
  });
}

unsigned GOMP_sections_next() {
  return core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    return static_cast<unsigned>(core::next_section<A>(self));
  });
}

void GOMP_sections_end() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_loop<A>(self);
  });
}

void GOMP_sections_end_nowait() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_loop_nowait<A>(self);
  });
}

bool GOMP_sections_end_cancel() {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::end_loop_cancellable(self);
}
}
