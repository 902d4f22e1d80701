// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libraries beside the runtime ask about tasks.
#include "abi/kmp/task_record.h"
#include "core/team/team.h"

using namespace limpid;
using abi::TaskRecord;

extern "C" {

// Numbers of tasks go on growing; the program gets the lower half.
int32_t __kmpc_get_taskid() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int32_t>(self->task->id) : 0;
}

int32_t __kmpc_get_parent_taskid() {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return 0;
  const core::Task* parent = self->task->parent.load(std::memory_order_relaxed);
  return parent != nullptr ? static_cast<int32_t>(parent->id) : 0;
}

// Whether the current task's team would run a deferred task on another thread.
bool __kmpc_omp_has_task_team(int32_t) {
  return core::this_thread().team->size > 1;
}

// Where a device library notes the operation of the current target task that is under way. As long as that is
// not null the task's code is called again; null outside of tasks.
void** __kmpc_omp_get_target_async_handle_ptr(int32_t) {
  core::Task& task = *core::this_thread().task;
  if (task.kind != core::TaskKind::explicit_ && task.kind != core::TaskKind::target) return nullptr;
  task.goes_on |= core::kMayHaveAsync;
  return &task.async_handle;
}

// A runtime's own graph of dependences, in a layout of its own: there is none in that layout.
void* __kmpc_task_get_depnode(TaskRecord*) {
  return nullptr;
}
void* __kmpc_task_get_successors(TaskRecord*) {
  return nullptr;
}

// Runs the code of the calling thread's region once more. A runtime's own step of a fork.
int32_t __kmpc_invoke_task_func(int32_t) {
  const core::Team& team = *core::this_thread().team;
  if (team.body == nullptr) return 0;
  team.body(team.data);
  return 1;
}
}
