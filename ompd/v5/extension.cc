// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions for Limpid's own gdb commands (formats/ompd_extension.h).
#include "ompd_extension.h"

#include <string.h>

#include "model/awaited.h"
#include "model/barrier.h"
#include "model/details.h"
#include "model/devices.h"
#include "model/tasks.h"
#include "model/threads.h"
#include "target/snapshot.h"
#include "v5/face.h"

namespace limpid::ompd::v5 {
namespace {

int32_t flags_of(const TaskDetails& details) {
  uint32_t flags = details.is_initial    ? ompt_task_initial
                   : details.is_implicit ? ompt_task_implicit
                   : details.is_target   ? ompt_task_target
                   : details.is_taskwait ? ompt_task_taskwait
                                         : ompt_task_explicit;
  if (details.is_undeferred) flags |= ompt_task_undeferred;
  if (details.is_untied) flags |= ompt_task_untied;
  if (details.is_final) flags |= ompt_task_final;
  if (details.is_mergeable) flags |= ompt_task_mergeable;
  if (details.is_merged) flags |= ompt_task_merged;
  return static_cast<int32_t>(flags);
}

int32_t progress_number(Progress progress) {
  switch (progress) {
    case Progress::runs:
      return limpid_ompd_runs;
    case Progress::is_suspended:
      return limpid_ompd_suspended;
    case Progress::is_ready:
      return limpid_ompd_ready;
    case Progress::is_detached:
      return limpid_ompd_detached;
    case Progress::has_unmet:
      break;
  }
  return limpid_ompd_depends;
}

Rc describe(const Process& process, const Object& task, limpid_ompd_task_t& info) {
  TaskDetails details;
  const Rc rc = task_details(process, task, details);
  if (rc != Rc::ok) return rc;
  info = {};
  info.id = details.id;
  info.parent_id = details.parent_id;
  info.region_id = details.region_id;
  info.thread_id = details.thread_id;
  info.created_at = details.created_at;
  info.function = details.function;
  info.flags = flags_of(details);
  info.priority = static_cast<int32_t>(details.priority);
  info.unmet = static_cast<int32_t>(details.unmet);
  return Rc::ok;
}

// A task that was just found in a queue is not searched for again.
Rc describe_found(Process& process, const FoundTask& found, bool with_handle, limpid_ompd_task_t& info) {
  Object task = found.object;
  if (task.life == Life::waits) task.life = Life::is_over;
  Rc rc = describe(process, task, info);
  if (rc != Rc::ok) return rc;
  info.progress = progress_number(found.progress);
  if (found.progress == Progress::is_detached) info.event = task.address;
  if (found.progress == Progress::has_unmet) {
    Reader reader(process);
    info.unmet = static_cast<int32_t>(reader.signed_field(task.address, Name::task_unmet));
    rc = reader.rc();
  }
  Handle* handle = nullptr;
  if (rc == Rc::ok && with_handle) rc = make_handle(process, kTaskMagic, found.object, &handle);
  info.handle = reinterpret_cast<ompd_task_handle_t*>(handle);
  return rc;
}

void take_back(const Access& access, limpid_ompd_task_t* infos, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) release_handle(task_of(infos[i].handle), kTaskMagic);
  access.release(infos);
}

Rc describe_all(Process& process, const TaskList& tasks, bool with_handles, limpid_ompd_task_t** infos) {
  void* memory = nullptr;
  const uint64_t bytes = (uint64_t{tasks.count()} + 1) * sizeof(limpid_ompd_task_t);
  Rc rc = process.access->allocate(bytes, &memory);
  if (rc != Rc::ok) return rc;
  auto* made = static_cast<limpid_ompd_task_t*>(memory);
  for (uint32_t i = 0; i < tasks.count(); ++i) {
    rc = describe_found(process, tasks[i], with_handles, made[i]);
    if (rc == Rc::ok) continue;
    take_back(*process.access, made, i);
    return rc;
  }
  *infos = made;
  return Rc::ok;
}

ompd_rc_t give_tasks(void* handle, bool with_handles, limpid_ompd_task_t** tasks, ompd_size_t* count) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (tasks == nullptr || count == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*process, Snapshot::Size::many);
  TaskList list(*process->access);
  Rc rc = collect_tasks(*process, list);
  if (rc == Rc::ok) rc = describe_all(*process, list, with_handles, tasks);
  if (rc == Rc::ok) *count = list.count();
  return code(rc);
}

Rc describe_thread(Process& process, const Object& thread, limpid_ompd_thread_t& info) {
  Reader reader(process);
  info = {nullptr, thread.identity, reader.field(thread.address, Name::thread_native_id), 0, 0};
  if (!reader.ok()) return reader.rc();
  Name state{};
  Rc rc = thread_state(process, thread, state, info.wait_id);
  if (rc != Rc::ok) return rc;
  info.state = number_of(state);
  Handle* handle = nullptr;
  rc = make_handle(process, kThreadMagic, thread, &handle);
  info.handle = reinterpret_cast<ompd_thread_handle_t*>(handle);
  return rc;
}

Rc describe_threads(Process& process, const Object* threads, uint32_t count, limpid_ompd_thread_t** infos) {
  void* memory = nullptr;
  Rc rc = process.access->allocate((uint64_t{count} + 1) * sizeof(limpid_ompd_thread_t), &memory);
  if (rc != Rc::ok) return rc;
  auto* made = static_cast<limpid_ompd_thread_t*>(memory);
  for (uint32_t i = 0; i < count; ++i) {
    rc = describe_thread(process, threads[i], made[i]);
    if (rc == Rc::ok) continue;
    while (i > 0) release_handle(thread_of(made[--i].handle), kThreadMagic);
    process.access->release(memory);
    return rc;
  }
  *infos = made;
  return Rc::ok;
}

// Counts them, and describes them where there is an array.
Rc describe_devices(const Process& process, limpid_ompd_device_t* infos, uint32_t most, uint32_t& count) {
  DeviceDetails details;
  uint32_t number = 0;
  count = 0;
  Rc rc = Rc::ok;
  while ((rc = next_device(process, number, details)) == Rc::ok && count < most) {
    if (infos != nullptr) {
      limpid_ompd_device_t& info = infos[count];
      info = {
          static_cast<int32_t>(details.number), details.is_of_llvm ? limpid_ompd_llvm : limpid_ompd_gcc, {}};
      memcpy(info.type, details.type, sizeof info.type);
    }
    ++count;
  }
  return rc == Rc::unavailable ? Rc::ok : rc;
}

Rc find_creator(const Process& process, const Object& task, uint32_t steps, Object& creator,
                uint32_t& taken) {
  creator = task;
  for (taken = 0; taken < steps; ++taken) {
    Object next;
    const Rc rc = generating_task(process, creator, next);
    if (rc == Rc::unavailable && steps == limpid_ompd_outermost && taken > 0) return Rc::ok;
    if (rc != Rc::ok) return rc;
    if (taken > kMostTasks) return Rc::error;  // a circle
    creator = next;
  }
  return Rc::ok;
}

}  // namespace
}  // namespace limpid::ompd::v5

using namespace limpid::ompd;
using namespace limpid::ompd::v5;

extern "C" {

ompd_rc_t limpid_ompd_get_threads(ompd_address_space_handle_t* handle, limpid_ompd_thread_t** threads,
                                  ompd_size_t* count) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (threads == nullptr || count == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*process, Snapshot::Size::many);
  uint32_t found = 0;
  Object* objects = nullptr;
  Rc rc = collect_threads(*process, &objects, found);
  if (rc != Rc::ok) return code(rc);
  rc = describe_threads(*process, objects, found, threads);
  process->access->release(objects);
  if (rc == Rc::ok) *count = found;
  return code(rc);
}

ompd_rc_t limpid_ompd_get_devices(ompd_address_space_handle_t* handle, limpid_ompd_device_t** devices,
                                  ompd_size_t* count) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (devices == nullptr || count == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*process, Snapshot::Size::many);
  uint32_t all = 0;
  Rc rc = describe_devices(*process, nullptr, UINT32_MAX, all);
  if (rc != Rc::ok) return code(rc);
  void* memory = nullptr;
  rc = process->access->allocate((uint64_t{all} + 1) * sizeof(limpid_ompd_device_t), &memory);
  if (rc != Rc::ok) return code(rc);
  uint32_t found = 0;
  rc = describe_devices(*process, static_cast<limpid_ompd_device_t*>(memory), all, found);
  if (rc != Rc::ok) {
    process->access->release(memory);
    return code(rc);
  }
  *devices = static_cast<limpid_ompd_device_t*>(memory);
  *count = found;
  return ompd_rc_ok;
}

ompd_rc_t limpid_ompd_get_thread_number(ompd_thread_handle_t* handle, uint64_t* number) {
  const Handle* thread = thread_of(handle);
  if (thread == nullptr) return ompd_rc_stale_handle;
  if (number == nullptr) return ompd_rc_bad_input;
  *number = thread->object.identity;
  return code(check_thread(*thread->process, thread->object));
}

ompd_rc_t limpid_ompd_get_tasks(ompd_address_space_handle_t* handle, limpid_ompd_task_t** tasks,
                                ompd_size_t* count) {
  return give_tasks(handle, true, tasks, count);
}

ompd_rc_t limpid_ompd_describe_tasks(ompd_address_space_handle_t* handle, limpid_ompd_task_t** tasks,
                                     ompd_size_t* count) {
  return give_tasks(handle, false, tasks, count);
}

ompd_rc_t limpid_ompd_get_creator(ompd_task_handle_t* handle, uint32_t steps, ompd_task_handle_t** creator,
                                  uint32_t* taken) {
  const Handle* task = task_of(handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (creator == nullptr || steps == 0) return ompd_rc_bad_input;
  *creator = nullptr;
  const Snapshot snapshot(*task->process, Snapshot::Size::many);
  Object found;
  uint32_t count = 0;
  const Rc rc = find_creator(*task->process, task->object, steps, found, count);
  if (rc == Rc::ok && taken != nullptr) *taken = count;
  return code(give(rc, *task->process, kTaskMagic, found, creator));
}

ompd_rc_t limpid_ompd_get_task_info(ompd_task_handle_t* handle, limpid_ompd_task_t* info) {
  const Handle* task = task_of(handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (info == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*task->process, Snapshot::Size::few);
  Progress progress{};
  bool is_over = false;
  Rc rc = progress_of(*task->process, task->object, progress, is_over);
  if (rc == Rc::ok) rc = describe(*task->process, task->object, *info);
  if (rc != Rc::ok) return code(rc);
  info->progress = is_over ? limpid_ompd_over : progress_number(progress);
  if (info->progress == limpid_ompd_detached) info->event = task->object.address;
  return code(rc);
}

ompd_rc_t limpid_ompd_get_region_info(ompd_parallel_handle_t* handle, limpid_ompd_region_t* info) {
  const Handle* region = region_of(handle);
  if (region == nullptr) return ompd_rc_stale_handle;
  if (info == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*region->process, Snapshot::Size::few);
  RegionDetails details;
  const Rc rc = region_details(*region->process, region->object, details);
  if (rc != Rc::ok) return code(rc);
  *info = {details.id,
           details.created_at,
           details.function,
           details.threads,
           static_cast<uint32_t>(details.requested),
           static_cast<uint32_t>(details.level),
           static_cast<uint32_t>(details.team_number),
           static_cast<uint32_t>(details.league_size),
           details.is_league};
  return ompd_rc_ok;
}

ompd_rc_t limpid_ompd_get_barrier(ompd_parallel_handle_t* handle, limpid_ompd_barrier_t* barrier) {
  const Handle* region = region_of(handle);
  if (region == nullptr) return ompd_rc_stale_handle;
  if (barrier == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*region->process, Snapshot::Size::many);
  BarrierProgress progress{};
  const Rc rc = barrier_progress(*region->process, region->object, progress);
  if (rc == Rc::ok) *barrier = static_cast<limpid_ompd_barrier_t>(progress);
  return code(rc);
}

ompd_rc_t limpid_ompd_get_awaited_thread(ompd_thread_handle_t* handle, ompd_thread_handle_t** awaited) {
  Handle* thread = thread_of(handle);
  if (thread == nullptr) return ompd_rc_stale_handle;
  if (awaited == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*thread->process, Snapshot::Size::few);
  return code(follow(thread, awaited_thread, kThreadMagic, awaited));
}

ompd_rc_t limpid_ompd_get_lock_holder(ompd_address_space_handle_t* handle, ompd_wait_id_t wait_id,
                                      ompd_thread_handle_t** thread) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (thread == nullptr) return ompd_rc_bad_input;
  const Snapshot snapshot(*process, Snapshot::Size::many);
  Object holder;
  const Rc rc = lock_holder(*process, wait_id, holder);
  return code(give(rc, *process, kThreadMagic, holder, thread));
}
}
