// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_single_*: the single construct, also with copyprivate.
#include "core/loop/single.h"

#include "core/barrier/barrier.h"
#include "core/data/entry.h"

using namespace limpid;

namespace {

bool start_single(core::Thread& self) {
  return self.observers.are_absent() ? core::take_single<events::Unobserved>(self)
                                     : core::take_single<events::Observed>(self);
}

}  // namespace

extern "C" {

bool GOMP_single_start() {
  core::Thread& self = *core::t_self;
  if (core::single_is_plain(self)) [[likely]]
    return core::take_next_single(self);
  return core::work_out_of_line(start_single);
}

void* GOMP_single_copy_start() {
  return core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    void* const source = core::take_single_or_copy<A>(self);
    if (source != nullptr) core::order_for_observers(self);
    return source;
  });
}

void GOMP_single_copy_end(void* data) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::publish_copy(self, data);
  core::order_for_observers(self);
}
}
