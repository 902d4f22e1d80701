// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads and parallel regions (OMPD 2.0, sections 7.2, 7.3, 9 and 10).
#include "model/details.h"
#include "model/native_id.h"
#include "model/string_id.h"
#include "model/tasks.h"
#include "model/threads.h"
#include "model/vectors.h"
#include "v2/face.h"

namespace limpid::ompd::v2 {
namespace {

struct StateNumber {
  Name state;
  ompd_state_t number;
};

constexpr StateNumber kStates[] = {
    {Name::state_undefined, ompd_state_undefined},
    {Name::state_work_serial, ompd_state_work_serial},
    {Name::state_work_parallel, ompd_state_work_parallel},
    {Name::state_work_reduction, ompd_state_work_reduction},
    {Name::state_idle, ompd_state_idle},
    {Name::state_wait_barrier_explicit, ompd_state_wait_barrier_explicit},
    {Name::state_wait_barrier_implicit_workshare, ompd_state_wait_barrier_implicit},
    {Name::state_wait_barrier_implicit_parallel, ompd_state_wait_barrier_implicit},
    {Name::state_wait_barrier_implementation, ompd_state_wait_barrier},
    {Name::state_wait_barrier_teams, ompd_state_wait_barrier},
    {Name::state_wait_taskwait, ompd_state_wait_taskwait},
    {Name::state_wait_taskgroup, ompd_state_wait_taskgroup},
    {Name::state_wait_lock, ompd_state_wait_lock},
    {Name::state_wait_nest_lock, ompd_state_wait_nest_lock},
    {Name::state_wait_critical, ompd_state_wait_critical},
    {Name::state_wait_atomic, ompd_state_wait_atomic},
    {Name::state_wait_ordered, ompd_state_wait_ordered},
};

// A state that this interface does not have, such as waiting for a device, is overhead.
ompd_state_t number_of(Name state) {
  for (const StateNumber& known : kStates) {
    if (known.state == state) return known.number;
  }
  return ompd_state_overhead;
}

// The objects of all numbers of a region, or, without a vector, only how many there are; threads that have not
// begun are left out.
ompd_rc_t give_members(Handle* region, FindMember find, uint64_t magic, void* vector, int* number) {
  if (region == nullptr) return ompd_rc_stale_handle;
  if (number == nullptr) return ompd_rc_bad_input;
  Process& process = *region->process;
  uint32_t size = 0;
  Rc rc = region_size(process, region->object, size);
  void* memory = nullptr;
  if (rc == Rc::ok) rc = process.access->allocate((uint64_t{size} + 1) * sizeof(Object), &memory);
  if (rc != Rc::ok) return code(rc);
  auto* objects = static_cast<Object*>(memory);
  uint32_t found = 0;
  for (uint32_t i = 0; i < size && (rc == Rc::ok || rc == Rc::unavailable); ++i) {
    rc = find(process, region->object, i, objects[found]);
    if (rc == Rc::ok) ++found;
  }
  if (rc == Rc::unavailable) rc = Rc::ok;
  if (rc == Rc::ok && vector != nullptr)
    rc = make_handles(process, magic, objects, found, static_cast<Handle***>(vector));
  if (rc == Rc::ok) *number = static_cast<int>(found);
  process.access->release(memory);
  return code(rc);
}

}  // namespace
}  // namespace limpid::ompd::v2

using namespace limpid::ompd;
using namespace limpid::ompd::v2;

extern "C" {

ompd_rc_t ompd_get_threads(ompd_address_space_handle_t* handle, ompd_thread_handle_t*** thread_handle_vector,
                           int* num_handles) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (num_handles == nullptr) return ompd_rc_bad_input;
  uint32_t count = 0;
  void* vector = thread_handle_vector;
  const Rc rc = make_thread_handles(*process, static_cast<Handle***>(vector), count);
  if (rc == Rc::ok) *num_handles = static_cast<int>(count);
  return code(rc);
}

ompd_rc_t ompd_get_thread_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                      ompd_thread_handle_t*** thread_handle_vector, int* num_handles) {
  return give_members(region_of(parallel_handle), thread_in_region, kThreadMagic, thread_handle_vector,
                      num_handles);
}

ompd_rc_t ompd_get_implicit_task_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                             ompd_task_handle_t*** task_handle_vector, int* num_handles) {
  return give_members(region_of(parallel_handle), implicit_task_in_region, kTaskMagic, task_handle_vector,
                      num_handles);
}

ompd_rc_t ompd_get_master_thread_in_parallel(ompd_parallel_handle_t* parallel_handle,
                                             ompd_thread_handle_t** thread_handle) {
  return code(follow(region_of(parallel_handle), thread_in_region, 0, kThreadMagic, thread_handle));
}

ompd_rc_t ompd_release_thread_handle(ompd_thread_handle_t* thread_handle) {
  return code(release_handle(thread_of(thread_handle), kThreadMagic));
}

ompd_rc_t ompd_thread_handle_compare(ompd_thread_handle_t* thread_handle_1,
                                     ompd_thread_handle_t* thread_handle_2, int* cmp_value) {
  return code(compare_handles(thread_handle_1, thread_handle_2, kThreadMagic, cmp_value));
}

ompd_rc_t ompd_get_top_parallel_region(ompd_thread_handle_t* thread_handle,
                                       ompd_parallel_handle_t** parallel_handle) {
  return code(follow(thread_of(thread_handle), current_region, kParallelMagic, parallel_handle));
}

ompd_rc_t ompd_get_enclosing_parallel_handle(ompd_parallel_handle_t* parallel_handle,
                                             ompd_parallel_handle_t** enclosing_parallel_handle) {
  return code(
      follow(region_of(parallel_handle), enclosing_region, kParallelMagic, enclosing_parallel_handle));
}

ompd_rc_t ompd_get_task_parallel_handle(ompd_task_handle_t* task_handle,
                                        ompd_parallel_handle_t** task_parallel_handle) {
  return code(follow(task_of(task_handle), region_of_task, kParallelMagic, task_parallel_handle));
}

ompd_rc_t ompd_release_parallel_handle(ompd_parallel_handle_t* parallel_handle) {
  return code(release_handle(region_of(parallel_handle), kParallelMagic));
}

ompd_rc_t ompd_parallel_handle_compare(ompd_parallel_handle_t* parallel_handle_1,
                                       ompd_parallel_handle_t* parallel_handle_2, int* cmp_value) {
  return code(compare_handles(parallel_handle_1, parallel_handle_2, kParallelMagic, cmp_value));
}

ompd_rc_t ompd_get_num_threads(ompd_parallel_handle_t* parallel_handle, ompd_tword_t* val) {
  const Handle* region = region_of(parallel_handle);
  if (region == nullptr) return ompd_rc_stale_handle;
  if (val == nullptr) return ompd_rc_bad_input;
  uint32_t threads = 0;
  const Rc rc = region_size(*region->process, region->object, threads);
  if (rc == Rc::ok) *val = threads;
  return code(rc);
}

// The implicit region around the program has no id: 0 is invalid.
ompd_rc_t ompd_get_parallel_id(ompd_parallel_handle_t* parallel_handle, ompd_parallel_id_t* id) {
  const Handle* region = region_of(parallel_handle);
  if (region == nullptr) return ompd_rc_stale_handle;
  if (id == nullptr) return ompd_rc_bad_input;
  RegionDetails details;
  Rc rc = region_details(*region->process, region->object, details);
  if (rc == Rc::ok && details.id == 0) rc = Rc::unavailable;
  if (rc == Rc::ok) *id = details.id;
  return code(rc);
}

ompd_rc_t ompd_get_parallel_function(ompd_parallel_handle_t* parallel_handle, ompd_address_t* entry_point) {
  const Handle* region = region_of(parallel_handle);
  if (region == nullptr) return ompd_rc_stale_handle;
  if (entry_point == nullptr) return ompd_rc_bad_input;
  RegionDetails details;
  Rc rc = region_details(*region->process, region->object, details);
  if (rc == Rc::ok && details.function == 0) rc = Rc::unavailable;
  if (rc == Rc::ok) *entry_point = address_of(details.function);
  return code(rc);
}

ompd_rc_t ompd_get_thread_handle(ompd_address_space_handle_t* handle, ompd_osthread_kind_t kind,
                                 ompd_size_t sizeof_osthread, const void* osthread,
                                 ompd_thread_handle_t** thread_handle) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (osthread == nullptr || thread_handle == nullptr) return ompd_rc_bad_input;
  *thread_handle = nullptr;
  Object thread;
  Rc rc = find_thread(*process, static_cast<uint64_t>(kind), sizeof_osthread, osthread, thread);
  if (rc == Rc::unavailable) rc = Rc::bad_input;
  return code(give(rc, *process, kThreadMagic, thread, thread_handle));
}

ompd_rc_t ompd_get_osthread(ompd_thread_handle_t* thread_handle, ompd_osthread_kind_t kind,
                            ompd_size_t sizeof_osthread, void* osthread) {
  const Handle* thread = thread_of(thread_handle);
  if (thread == nullptr) return ompd_rc_stale_handle;
  if (osthread == nullptr) return ompd_rc_bad_input;
  const auto number = static_cast<uint64_t>(kind);
  return code(put_native_id(*thread->process, thread->object, number, sizeof_osthread, osthread));
}

ompd_rc_t ompd_get_state(ompd_thread_handle_t* thread_handle, ompd_state_t* state, ompd_wait_id_t* wait_id) {
  const Handle* thread = thread_of(thread_handle);
  if (thread == nullptr) return ompd_rc_stale_handle;
  if (state == nullptr) return ompd_rc_bad_input;
  Name found{};
  uint64_t waits_for = 0;
  const Rc rc = thread_state(*thread->process, thread->object, found, waits_for);
  if (rc != Rc::ok) return code(rc);
  *state = number_of(found);
  if (wait_id != nullptr) *wait_id = waits_for;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_thread_num(const ompd_thread_handle_t* thread_handle, ompd_tword_t* val) {
  return give_icv(thread_of(thread_handle), "thread-num-var", val);
}

ompd_rc_t ompd_get_max_active_levels(const ompd_thread_handle_t* thread_handle, ompd_tword_t* val) {
  return give_icv(thread_of(thread_handle), "max-active-levels-var", val);
}
}
