// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_omp_task*: submits a task for execution, or the next part of an untied one.
#include "abi/kmp/depend_list.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/task_record.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;
using abi::KmpDependence;
using abi::TaskRecord;

namespace {

// What the entries return: the calling task was not put into a queue itself.
constexpr int32_t kCurrentNotQueued = 0;

// Not inlined: the decoded list is large, and most tasks have none.
[[gnu::noinline]] void submit_with_dependences(core::Thread& self, core::Task& task, core::TaskSpec& spec,
                                               int32_t count, const KmpDependence* items, int32_t more_count,
                                               const KmpDependence* more_items) {
  const abi::DependList dependences(count, items, more_count, more_items);
  spec.dependences = dependences.list();
  spec.dependence_count = dependences.count();
  core::submit_task(self, task, spec);
}

}  // namespace

extern "C" {

// If an untied task calls this for itself, its routine is about to return, and is called again for the next
// part.
int32_t __kmpc_omp_task(const Ident*, int32_t, TaskRecord* record) {
  core::with_task_observers([record]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Task& task = abi::task_of(*record);
    if (&task == self.task) {
      task.resume_flags |= core::kNextPart;
      return;
    }
    core::EntryScope entry(self);
    core::TaskSpec spec;
    spec.priority = record->priority;
    core::submit_task<A>(self, task, spec);
  });
  return kCurrentNotQueued;
}

int32_t __kmpc_omp_task_parts(const Ident* where, int32_t number, TaskRecord* record)
    __attribute__((alias("__kmpc_omp_task")));

int32_t __kmpc_omp_task_with_deps(const Ident*, int32_t, TaskRecord* record, int32_t count,
                                  const KmpDependence* items, int32_t more_count,
                                  const KmpDependence* more_items) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::Task& task = abi::task_of(*record);
  core::TaskSpec spec;
  spec.priority = record->priority;
  submit_with_dependences(self, task, spec, count, items, more_count, more_items);
  return kCurrentNotQueued;
}
}
