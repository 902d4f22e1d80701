// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates the records of tasks, and runs the routines in them.
#include "abi/kmp/task_record.h"

#include "abi/kmp/offload.h"
#include "abi/kmp/thread_number.h"
#include "core/device/construct.h"
#include "core/task/detach/in_flight.h"
#include "core/task/detach/launches.h"
#include "platform/cpu.h"

namespace limpid::abi {
namespace {

uint32_t decode_flags(int32_t flags) {
  uint32_t decoded = 0;
  if ((flags & kKmpTied) == 0) decoded |= core::kTaskUntied;
  if (flags & kKmpFinal) decoded |= core::kTaskFinal;
  if (flags & kKmpMergeable) decoded |= core::kTaskMergeable;
  if (flags & (kKmpDetachable | kKmpProxy)) decoded |= core::kTaskDetachable;
  return decoded;
}

size_t round_to_words(size_t bytes) {
  return (bytes + sizeof(void*) - 1) & ~(sizeof(void*) - 1);
}

// The routine of a part runs below this frame.
[[gnu::noinline]] void run_part(core::Thread& self, core::Task& task, TaskRecord& record) {
  task.frame.set_exit(platform::current_frame_pointer());
  record.routine(global_number(self), &record);
  task.frame.set_exit(nullptr);
}

// A target task of LLVM's compilers is a target construct with nowait. Where its region is compiled for the
// host it runs in the task itself, in no team of its own.
void run_on_host(core::Thread& self, core::Task& task, void* data) {
  const core::TargetContext context{*task.family.parent.load(std::memory_order_relaxed), &task, true};
  self.return_address = task.created_at;
  task.frame.set_enter_in_runtime();
  {
    core::DeviceConstruct construct(self, events::TargetKind::target, context, {});
    task.frame.clear_enter_in_runtime();
    run_record(data);
    self.return_address = task.created_at;
    task.frame.set_enter_in_runtime();
  }
  task.frame.clear_enter_in_runtime();
}

// A library that has devices emits their events itself. A task that is called for its destructors only has
// had its events.
void run_target_record(void* data) {
  core::Thread& self = core::this_thread();
  core::Task& task = *self.task;
  if (task.cancelled) return run_record(data);
  const void* const code = reinterpret_cast<const void*>(static_cast<TaskRecord*>(data)->routine);
  if (core::DeviceConstruct::is_observed() && count_devices() == 0)
    run_on_host(self, task, data);
  else
    run_record(data);
  if (core::may_go_on_elsewhere(task)) core::note_launch(code, task.async_handle != nullptr);
}

// A null routine stands for an empty task, such as taskwait with depend and nowait.
void run_empty_record(void* data) {
  core::Thread& self = core::this_thread();
  finish_routine(self, *self.task, *static_cast<TaskRecord*>(data));
}

core::Task::Body body_for(TaskRoutine routine, core::TaskKind kind) {
  if (routine == nullptr) [[unlikely]]
    return run_empty_record;
  return kind == core::TaskKind::target ? run_target_record : run_record;
}

uint32_t flags_of_target_task(TaskRoutine routine) {
  if (!has_device_library() || !core::can_query()) return 0;
  const bool launches = core::is_launch(reinterpret_cast<const void*>(routine));
  return launches ? core::kTaskOffloads | core::kTaskLaunches : uint32_t{core::kTaskOffloads};
}

}  // namespace

TaskRecord& allocate_record(core::Thread& self, int32_t flags, size_t record_bytes, size_t shared_bytes,
                            TaskRoutine routine, core::TaskKind kind) {
  const size_t shared_offset = round_to_words(record_bytes);
  const bool constructed = (flags & kKmpDestroys) != 0;
  uint32_t decoded = decode_flags(flags);
  if (kind == core::TaskKind::target && routine != nullptr && (decoded & core::kTaskDetachable) == 0)
    decoded |= flags_of_target_task(routine);
  core::Task& task = core::reserve_task(self, body_for(routine, kind), shared_offset + shared_bytes, decoded,
                                        constructed, kind);
  auto& record = *static_cast<TaskRecord*>(task.data);
  record.shareds = shared_bytes != 0 ? static_cast<char*>(task.data) + shared_offset : nullptr;
  record.routine = routine;
  record.part = 0;
  record.priority = 0;  // stays if there is no such clause
  return record;
}

// This function's frame is the one between the program's code and the runtime. A discarded task is called
// only for its destructors.
void run_record(void* data) {
  core::Thread& self = core::this_thread();
  core::Task& task = *self.task;
  auto& record = *static_cast<TaskRecord*>(data);
  if (!task.cancelled) [[likely]] {
    task.frame.set_exit(platform::current_frame_pointer());
    record.routine(global_number(self), &record);
  }
  finish_routine(self, task, record);
}

// An operation that is under way elsewhere may use what the destructors end.
void finish_routine(core::Thread& self, core::Task& task, TaskRecord& record) {
  while (core::takes_next_part(task)) run_part(self, task, record);
  if (task.constructed && !(task.is(core::kTaskOffloads) && task.async_handle != nullptr))
    record.destroy(global_number(self), &record);
}

}  // namespace limpid::abi
