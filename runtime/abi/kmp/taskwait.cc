// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_omp_taskwait* and __kmpc_omp_taskyield: waits for tasks.
#include "core/task/run/wait.h"

#include "abi/kmp/depend_list.h"
#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/task/create/create.h"

using namespace limpid;
using abi::Ident;
using abi::KmpDependence;

namespace {

void do_nothing(void*) {}

// Not inlined: the decoded list is large.
[[gnu::noinline]] void wait_for(core::Thread& self, bool nowait, int32_t count, const KmpDependence* items,
                                int32_t more_count, const KmpDependence* more_items) {
  const abi::DependList dependences(count, items, more_count, more_items);
  if (!nowait) {
    core::taskwait_depend(self, dependences.list(), dependences.count());
    return;
  }
  core::TaskSpec spec;  // an empty task with these dependences
  spec.body = do_nothing;
  spec.flags = core::kTaskTaskwait;
  spec.dependences = dependences.list();
  spec.dependence_count = dependences.count();
  core::create_task(self, spec);
}

}  // namespace

extern "C" {

int32_t __kmpc_omp_taskwait(const Ident*, int32_t) {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::taskwait_is_empty<A>(self)) return;
    core::EntryScope entry(self);
    core::taskwait<A>(self);
  });
  return 0;
}

// taskwait with depend, and before undeferred tasks with depend.
void __kmpc_omp_taskwait_deps_51(const Ident*, int32_t, int32_t count, const KmpDependence* items,
                                 int32_t more_count, const KmpDependence* more_items, int32_t nowait) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  wait_for(self, nowait != 0, count, items, more_count, more_items);
}

void __kmpc_omp_wait_deps(const Ident*, int32_t, int32_t count, const KmpDependence* items,
                          int32_t more_count, const KmpDependence* more_items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  wait_for(self, false, count, items, more_count, more_items);
}

int32_t __kmpc_omp_taskyield(const Ident*, int32_t, int32_t) {
  const core::Thread& self = *core::t_self;
  if (self.known && core::taskyield_is_empty(self)) [[likely]]
    return 0;
  core::work_out_of_line([](core::Thread& known) { core::taskyield(known); });
  return 0;
}
}
