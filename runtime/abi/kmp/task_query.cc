// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libraries beside the runtime ask about tasks.
#include "abi/kmp/task_record.h"
#include "core/data/team.h"
#include "core/task/detach/in_flight.h"

using namespace limpid;
using abi::TaskRecord;

extern "C" {

// Ids of tasks keep growing; the program gets the lower half.
int32_t __kmpc_get_taskid() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? static_cast<int32_t>(self->task->id) : 0;
}

int32_t __kmpc_get_parent_taskid() {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return 0;
  const core::Task* parent = self->task->family.parent.load(std::memory_order_relaxed);
  return parent != nullptr ? static_cast<int32_t>(parent->id) : 0;
}

// A device library asks this before it leaves an operation of the current task under way: whether the task
// may end later than its code. For other tasks: whether their team would run a deferred task on another
// thread.
bool __kmpc_omp_has_task_team(int32_t) {
  const core::Thread& self = core::this_thread();
  const core::Task& task = *self.task;
  return task.kind == core::TaskKind::target ? core::may_go_on_elsewhere(task) : self.team->size > 1;
}

// Where a device library notes the operation of the current task that is still under way when the task's code
// returns. From then on the library is asked about the operation, and the task is complete when the note is
// null again. Null: no operation may be left under way.
void** __kmpc_omp_get_target_async_handle_ptr(int32_t) {
  core::Task& task = *core::this_thread().task;
  return core::may_go_on_elsewhere(task) ? &task.async_handle : nullptr;
}

// The dependence graph of LLVM's runtime, in a layout of its own: this runtime has no graph in that layout.
void* __kmpc_task_get_depnode(TaskRecord*) {
  return nullptr;
}
void* __kmpc_task_get_successors(TaskRecord*) {
  return nullptr;
}

// Runs the code of the calling thread's region once more: an internal step of a fork.
int32_t __kmpc_invoke_task_func(int32_t) {
  const core::Team& team = *core::this_thread().team;
  if (team.region.body == nullptr) return 0;
  team.region.body(team.region.data);
  return 1;
}
}
