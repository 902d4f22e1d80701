// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/kmp/task_record.h"

#include "abi/kmp/thread_number.h"
#include "core/device/construct.h"
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

// A part runs below this frame.
[[gnu::noinline]] void run_part(core::Thread& self, core::Task& task, TaskRecord& record) {
  task.frame.set_exit(platform::current_frame_pointer());
  record.routine(global_number(self), &record);
  task.frame.set_exit(nullptr);
}

// A target task of LLVM's compilers is a target construct with nowait whose region is compiled for the host:
// it runs in the task itself, in no team of its own.
void run_target_record(void* data) {
  core::Thread& self = core::this_thread();
  core::Task& task = *self.task;
  if (task.cancelled) return run_record(data);  // discarded
  const core::TargetContext context{*task.parent.load(std::memory_order_relaxed), &task, true};
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

// A routine that is null stands for an empty task, as taskwait with depend and nowait is one.
void run_empty_record(void* data) {
  core::Thread& self = core::this_thread();
  finish_routine(self, *self.task, *static_cast<TaskRecord*>(data));
}

core::Task::Body body_for(TaskRoutine routine, core::TaskKind kind) {
  if (routine == nullptr) [[unlikely]]
    return run_empty_record;
  return kind == core::TaskKind::target ? run_target_record : run_record;
}

}  // namespace

TaskRecord& allocate_record(core::Thread& self, int32_t flags, size_t record_bytes, size_t shared_bytes,
                            TaskRoutine routine, core::TaskKind kind) {
  const size_t shared_offset = round_to_words(record_bytes);
  const bool constructed = (flags & kKmpDestroys) != 0;
  core::Task& task = core::reserve_task(self, body_for(routine, kind), shared_offset + shared_bytes,
                                        decode_flags(flags), constructed, kind);
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

void finish_routine(core::Thread& self, core::Task& task, TaskRecord& record) {
  while (task.goes_on != 0 && core::takes_next_part(self, task)) run_part(self, task, record);
  if (task.constructed) record.destroy(global_number(self), &record);
}

}  // namespace limpid::abi
