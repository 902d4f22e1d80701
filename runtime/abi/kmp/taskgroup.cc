// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_taskgroup: the taskgroup construct.
#include "core/task/run/taskgroup.h"

#include "abi/kmp/ident.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;

extern "C" {

void __kmpc_taskgroup(const Ident*, int32_t) {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::begin_taskgroup<A>(self);
  });
}

void __kmpc_end_taskgroup(const Ident*, int32_t) {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_taskgroup<A>(self);
  });
}
}
