// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks, their settings, and printable ids (OMPD 2.0, sections 7.4, 9.1 and 11).
#include "model/tasks.h"

#include "model/icvs.h"
#include "model/string_id.h"
#include "v2/face.h"

namespace limpid::ompd::v2 {
namespace {

Scope scope_of(const Handle& handle) {
  return handle.magic == kThreadMagic     ? Scope::thread
         : handle.magic == kParallelMagic ? Scope::parallel
                                          : Scope::task;
}

// The task that its thread suspended for it; for a task that waits, its creator.
Rc ancestor(const Process& process, const Object& task, Object& found) {
  const Rc rc = scheduling_task(process, task, found);
  return rc == Rc::unavailable ? generating_task(process, task, found) : rc;
}

// Only the first item of a list counts here.
Rc read(const Handle& handle, const char* name, int64_t& value) {
  const Rc rc = read_icv(*handle.process, *icv_named(name), scope_of(handle), handle.object, value);
  return rc == Rc::incomplete ? Rc::ok : rc;
}

// Whether a variable of a task is greater than a number.
ompd_rc_t give_is_above(const Handle* task, const char* name, int64_t limit, int64_t* value) {
  int64_t number = 0;
  const ompd_rc_t rc = give_icv(task, name, value != nullptr ? &number : nullptr);
  if (rc == ompd_rc_ok) *value = number > limit;
  return rc;
}

ompd_rc_t give_id(const Handle* handle, char** string_id) {
  if (handle == nullptr) return ompd_rc_stale_handle;
  if (string_id == nullptr) return ompd_rc_bad_input;
  StringId text;
  Rc rc = make_string_id(*handle, text);
  if (rc == Rc::ok) rc = copy_text(kAccess, text, string_id);
  return code(rc);
}

}  // namespace

ompd_rc_t give_icv(const Handle* handle, const char* name, int64_t* value) {
  if (handle == nullptr) return ompd_rc_stale_handle;
  if (value == nullptr) return ompd_rc_bad_input;
  int64_t number = 0;
  const Rc rc = read(*handle, name, number);
  if (rc == Rc::ok) *value = number;
  return code(rc);
}

}  // namespace limpid::ompd::v2

using namespace limpid::ompd;
using namespace limpid::ompd::v2;

extern "C" {

ompd_rc_t ompd_get_top_task_region(ompd_thread_handle_t* thread_handle, ompd_task_handle_t** task_handle) {
  return code(follow(thread_of(thread_handle), current_task, kTaskMagic, task_handle));
}

ompd_rc_t ompd_get_ancestor_task_region(ompd_task_handle_t* task_handle,
                                        ompd_task_handle_t** parent_task_handle) {
  return code(follow(task_of(task_handle), ancestor, kTaskMagic, parent_task_handle));
}

ompd_rc_t ompd_release_task_handle(ompd_task_handle_t* task_handle) {
  return code(release_handle(task_of(task_handle), kTaskMagic));
}

ompd_rc_t ompd_task_handle_compare(ompd_task_handle_t* task_handle_1, ompd_task_handle_t* task_handle_2,
                                   int* cmp_value) {
  return code(compare_handles(task_handle_1, task_handle_2, kTaskMagic, cmp_value));
}

ompd_rc_t ompd_get_thread_handle_string_id(ompd_thread_handle_t* thread_handle, char** string_id) {
  return give_id(thread_of(thread_handle), string_id);
}

ompd_rc_t ompd_get_parallel_handle_string_id(ompd_parallel_handle_t* parallel_handle, char** string_id) {
  return give_id(region_of(parallel_handle), string_id);
}

ompd_rc_t ompd_get_task_handle_string_id(ompd_task_handle_t* task_handle, char** string_id) {
  return give_id(task_of(task_handle), string_id);
}

ompd_rc_t ompd_get_level(ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "levels-var", val);
}

ompd_rc_t ompd_get_active_level(ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "active-levels-var", val);
}

ompd_rc_t ompd_get_task_function(ompd_task_handle_t* task_handle, ompd_address_t* entry_point) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (entry_point == nullptr) return ompd_rc_bad_input;
  uint64_t address = 0;
  const Rc rc = task_function(*task->process, task->object, address);
  if (rc == Rc::ok) *entry_point = address_of(address);
  return code(rc);
}

ompd_rc_t ompd_get_max_threads(const ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "nthreads-var", val);
}

ompd_rc_t ompd_in_parallel(const ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_is_above(task_of(task_handle), "active-levels-var", 0, val);
}

ompd_rc_t ompd_in_final(const ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "final-task-var", val);
}

ompd_rc_t ompd_get_dynamic(const ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "dyn-var", val);
}

// nest-var went into max-active-levels-var.
ompd_rc_t ompd_get_nested(const ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_is_above(task_of(task_handle), "max-active-levels-var", 1, val);
}

ompd_rc_t ompd_get_schedule(ompd_task_handle_t* task_handle, ompd_sched_t* kind, ompd_tword_t* modifier) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (kind == nullptr || modifier == nullptr) return ompd_rc_bad_input;
  int64_t number = 0;
  Rc rc = read(*task, "run-sched-var", number);
  if (rc != Rc::ok) return code(rc);
  Reader reader(*task->process);
  const uint64_t icvs = task->object.address + task->process->number(Name::task_icvs);
  const int64_t chunk = reader.signed_field(icvs, Name::icvs_run_sched_chunk);
  if (number < ompd_sched_static || number > ompd_sched_auto) reader.spoil();
  if (!reader.ok()) return code(reader.rc());
  *kind = static_cast<ompd_sched_t>(number);
  *modifier = chunk;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_proc_bind(ompd_task_handle_t* task_handle, ompd_proc_bind_t* bind) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (bind == nullptr) return ompd_rc_bad_input;
  int64_t number = 0;
  Rc rc = read(*task, "bind-var", number);
  if (rc == Rc::ok && (number < ompd_proc_bind_false || number > ompd_proc_bind_spread)) rc = Rc::error;
  if (rc == Rc::ok) *bind = static_cast<ompd_proc_bind_t>(number);
  return code(rc);
}

ompd_rc_t ompd_is_implicit(ompd_task_handle_t* task_handle, ompd_tword_t* val) {
  return give_icv(task_of(task_handle), "implicit-task-var", val);
}

ompd_rc_t ompd_get_task_frame(ompd_task_handle_t* task_handle, ompd_address_t* exit_runtime_addr,
                              ompd_address_t* reenter_runtime_addr) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (exit_runtime_addr == nullptr || reenter_runtime_addr == nullptr) return ompd_rc_bad_input;
  FrameInfo frame{};
  const Rc rc = task_frame(*task->process, task->object, frame);
  if (rc != Rc::ok) return code(rc);
  *exit_runtime_addr = address_of(frame.exit);
  *reenter_runtime_addr = address_of(frame.enter);
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_task_id(ompd_task_handle_t* task_handle, ompd_task_id_t* task_id) {
  const Handle* task = task_of(task_handle);
  if (task == nullptr) return ompd_rc_stale_handle;
  if (task_id == nullptr) return ompd_rc_bad_input;
  const Rc rc = check_task(*task->process, task->object);
  if (rc != Rc::ok) return code(rc);
  Reader reader(*task->process);
  if (!has_begun(reader, task->object.address)) return reader.ok() ? ompd_rc_unavailable : code(reader.rc());
  const uint64_t id = reader.field(task->object.address, Name::task_id);
  if (reader.ok()) *task_id = id;
  return code(reader.rc());
}
}
