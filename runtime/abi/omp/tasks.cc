// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasking and event routines, and omp_get_cancellation.
// OpenMP 5.1, sections 3.5 and 3.11; omp_in_explicit_task: 5.2.
#include <stdint.h>

#include "core/data/entry.h"
#include "core/data/task.h"
#include "core/icv/icv.h"
#include "core/task/detach/detach.h"

using namespace limpid;

extern "C" {

// The handle from the detach clause is the task's own address.
void omp_fulfill_event(uintptr_t event) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::fulfill_event(self, *reinterpret_cast<core::Task*>(event));
}
// The Fortran interface passes the handle by value.
void omp_fulfill_event_(uintptr_t event) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::fulfill_event(self, *reinterpret_cast<core::Task*>(event));
}

int omp_in_final() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr && self->task->is(core::kTaskFinal);
}
int omp_in_explicit_task() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr && self->task->kind == core::TaskKind::explicit_;
}
int omp_get_max_task_priority() {
  core::this_thread();
  return static_cast<int>(core::global_icvs().max_task_priority);
}
int omp_get_cancellation() {
  core::this_thread();
  return core::global_icvs().cancellation;
}

int32_t omp_in_final_() {
  return omp_in_final();
}
int32_t omp_in_explicit_task_() {
  return omp_in_explicit_task();
}
int32_t omp_get_max_task_priority_() {
  return omp_get_max_task_priority();
}
int32_t omp_get_cancellation_() {
  return omp_get_cancellation();
}
}
