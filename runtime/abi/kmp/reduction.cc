// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction clause of parallel, loops, sections and scope.
#include <stddef.h>

#include "abi/kmp/ident.h"
#include "core/barrier/barrier.h"
#include "core/data/entry.h"
#include "core/icv/icv.h"
#include "core/lock/critical.h"
#include "core/reduce/combining.h"

using namespace limpid;
using abi::Ident;

namespace {

using Name = void* [4];  // as for critical sections

core::LockWord& lock_of(Name* name) {
  return core::named_critical(*name);
}

// 1: combine now, then call the end. 2: combine with atomic operations. 0 is not used: nothing is left to do.
int32_t decode(core::Combining combining) {
  return combining == core::Combining::atomic ? 2 : 1;
}

core::CombiningMeans means_of(const Ident* where, int32_t variables) {
  return {where != nullptr && (where->flags & abi::kIdentAtomicReduction) != 0,
          static_cast<uint32_t>(variables)};
}

[[gnu::always_inline]] inline int32_t begin(const Ident* where, int32_t variables, Name* name) {
  return core::with_observers([=]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    return decode(core::begin_combining<A>(self, lock_of(name), means_of(where, variables)));
  });
}

}  // namespace

extern "C" {

// Not used: the list of the thread's copies, its size, and the function that combines two lists. They are for
// methods in which threads combine each other's copies.
int32_t __kmpc_reduce_nowait(const Ident* where, int32_t, int32_t variables, size_t, void*,
                             void (*)(void*, void*), Name* name) {
  return begin(where, variables, name);
}

// Not called after atomic operations.
void __kmpc_end_reduce_nowait(const Ident*, int32_t, Name* name) {
  core::with_observers([name]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_combining<A>(self, lock_of(name));
  });
}

int32_t __kmpc_reduce(const Ident* where, int32_t, int32_t variables, size_t, void*, void (*)(void*, void*),
                      Name* name) {
  return begin(where, variables, name);
}

// No thread goes on before the variables have their values. The construct's own barrier follows. Where
// constructs can be cancelled it must suffice: a thread that leaves one passes only that barrier.
void __kmpc_end_reduce(const Ident*, int32_t, Name* name) {
  core::with_observers([name]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_combining<A>(self, lock_of(name));
    if (!core::global_icvs().cancellation) core::barrier<A>(self, events::SyncKind::barrier_implementation);
  });
}

// 1: under a lock, 2: atomic operations, 4: nothing to combine with; 0: no reduction is under way.
int32_t __kmp_get_reduce_method() {
  switch (core::current_combining(core::this_thread())) {
    case core::Combining::exclusive:
      return 1;
    case core::Combining::atomic:
      return 2;
    case core::Combining::alone:
      return 4;
    case core::Combining::none:
      break;
  }
  return 0;
}
}
