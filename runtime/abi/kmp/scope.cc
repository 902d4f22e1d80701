// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_scope: the scope construct.
#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/loop/inlined.h"

using namespace limpid;
using abi::Ident;

extern "C" {

// The last argument is reserved.
void __kmpc_scope(const Ident*, int32_t, void*) {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_inlined(self);
    core::begin_inlined<A>(self, events::WorkKind::scope);
  });
}

void __kmpc_end_scope(const Ident*, int32_t, void*) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::end_inlined_explicitly(self);
  core::note_construct_end(self);
}
}
