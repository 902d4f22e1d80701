// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of tasks that are to be created, and what is done to them before that.
#include "abi/kmp/ident.h"
#include "abi/kmp/task_record.h"
#include "core/task/detach/detach.h"

using namespace limpid;
using abi::Ident;
using abi::TaskRecord;
using abi::TaskRoutine;

extern "C" {

TaskRecord* __kmpc_omp_task_alloc(const Ident*, int32_t, int32_t flags, size_t record_bytes,
                                  size_t shared_bytes, TaskRoutine routine) {
  return &abi::allocate_record(core::this_thread(), flags, record_bytes, shared_bytes, routine,
                               core::TaskKind::explicit_);
}

// The device's number is for the device library.
TaskRecord* __kmpc_omp_target_task_alloc(const Ident*, int32_t, int32_t flags, size_t record_bytes,
                                         size_t shared_bytes, TaskRoutine routine, int64_t) {
  return &abi::allocate_record(core::this_thread(), flags, record_bytes, shared_bytes, routine,
                               core::TaskKind::target);
}

// The detach clause: the event's handle, which omp_fulfill_event takes, is the task itself.
core::Task* __kmpc_task_allow_completion_event(const Ident*, int32_t, TaskRecord* record) {
  core::Task& task = abi::task_of(*record);
  if (!task.is(core::kTaskDetachable)) core::make_detachable(task);
  return &task;
}

// The affinity clause is a hint, and is ignored.
int32_t __kmpc_omp_reg_task_with_affinity(const Ident*, int32_t, TaskRecord*, int32_t, const void*) {
  return 0;
}
}
