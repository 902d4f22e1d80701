// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_masked and __kmpc_master: the masked and master constructs.
#include "core/loop/masked.h"

#include "abi/kmp/ident.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;

namespace {

// The bodies of the entry points, inlined into them: EntryScope notes the addresses of its function.
[[gnu::always_inline]] inline int32_t begin(int32_t filter) {
  return core::with_observers([filter]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (!core::executes_masked(self, filter)) return int32_t{0};
    if (core::masked_observed<A>()) [[unlikely]] {
      core::EntryScope entry(self);
      core::emit_masked(self, events::Endpoint::begin);
    }
    return int32_t{1};
  });
}

[[gnu::always_inline]] inline void end() {
  if (!core::masked_observed<events::Observed>()) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::emit_masked(self, events::Endpoint::end);
}

}  // namespace

extern "C" {

int32_t __kmpc_masked(const Ident*, int32_t, int32_t filter) {
  return begin(filter);
}
void __kmpc_end_masked(const Ident*, int32_t) {
  end();
}

int32_t __kmpc_master(const Ident*, int32_t) {
  return begin(0);
}
void __kmpc_end_master(const Ident*, int32_t) {
  end();
}
}
