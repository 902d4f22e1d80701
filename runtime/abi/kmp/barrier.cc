// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_barrier and its variants: barriers.
#include "core/barrier/barrier.h"

#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/loop/loop.h"
#include "core/loop/region.h"

using namespace limpid;
using abi::Ident;

namespace {

// Clang passes which barrier it is. Flang does not, for some.
events::SyncKind kind_of(const core::Thread& self, const Ident* where) {
  const int32_t kind = where != nullptr ? where->flags & abi::kIdentBarrierMask : 0;
  if (kind == 0) return core::kind_of_barrier(self);
  return kind == abi::kIdentBarrierExplicit ? events::SyncKind::barrier_explicit
                                            : events::SyncKind::barrier_implicit_workshare;
}

bool is_primary(const core::Thread& self) {
  return self.index == 0;
}

}  // namespace

extern "C" {

void __kmpc_barrier(const Ident* where, int32_t) {
  core::with_observers([where]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::leave_abandoned(self);
    core::barrier<A>(self, kind_of(self, where));
  });
}

int32_t __kmpc_cancel_barrier(const Ident* where, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::leave_abandoned(self);
  return core::barrier_cancellable(self, kind_of(self, where));
}

// A barrier in two halves: the other threads wait in it until the primary thread, which got 1, ends it.
int32_t __kmpc_barrier_master(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::barrier(self, events::SyncKind::barrier_implementation);
  if (is_primary(self)) return 1;
  core::barrier(self, events::SyncKind::barrier_implementation);
  return 0;
}

void __kmpc_end_barrier_master(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::barrier(self, events::SyncKind::barrier_implementation);
}

// The other threads go on at once.
int32_t __kmpc_barrier_master_nowait(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::barrier(self, events::SyncKind::barrier_implementation);
  return is_primary(self);
}
}
