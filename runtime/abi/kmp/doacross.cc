// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_doacross_*: loops with ordered(n) and their sources and sinks.
#include "core/loop/doacross.h"
#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/loop/doacross_bounds.h"

using namespace limpid;
using abi::Ident;

extern "C" {

// The loop itself comes next, with any schedule.
void __kmpc_doacross_init(const Ident*, int32_t, int32_t dimensions, const core::DoacrossBounds* bounds) {
  core::announce_doacross(core::this_thread(), bounds, static_cast<uint32_t>(dimensions));
}

// One value of the iteration variable for each dimension.
void __kmpc_doacross_wait(const Ident*, int32_t, const int64_t* values) {
  core::with_observers([values]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::alone_in_doacross<A>(self)) return;
    core::EntryScope entry(self);
    core::wait_for_iteration(self, values);
  });
}

void __kmpc_doacross_post(const Ident*, int32_t, const int64_t* values) {
  core::with_observers([values]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::alone_in_doacross<A>(self)) return;
    core::EntryScope entry(self);
    core::post_iteration<A>(self, values);
  });
}

void __kmpc_doacross_fini(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::leave_abandoned(self);
}
}
