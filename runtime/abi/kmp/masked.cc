// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/masked.h"

#include "abi/kmp/ident.h"
#include "core/team/door.h"

using namespace limpid;
using abi::Ident;

extern "C" {

int32_t __kmpc_masked(const Ident*, int32_t, int32_t filter) {
  return core::with_audience([filter]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (!core::executes_masked(self, filter)) return int32_t{0};
    if (core::masked_observed<A>()) [[unlikely]] {
      core::Door door(self);
      core::state_masked(self, events::Endpoint::begin);
    }
    return int32_t{1};
  });
}

void __kmpc_end_masked(const Ident*, int32_t) {
  if (!core::masked_observed<events::Heard>()) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::state_masked(self, events::Endpoint::end);
}

int32_t __kmpc_master(const Ident*, int32_t) {
  return core::with_audience([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (!core::executes_masked(self, 0)) return int32_t{0};
    if (core::masked_observed<A>()) [[unlikely]] {
      core::Door door(self);
      core::state_masked(self, events::Endpoint::begin);
    }
    return int32_t{1};
  });
}

void __kmpc_end_master(const Ident*, int32_t) {
  if (!core::masked_observed<events::Heard>()) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::state_masked(self, events::Endpoint::end);
}
}
