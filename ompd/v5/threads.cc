// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread handles and states (OpenMP 5.1, 5.5.5 and 5.5.8).
#include "model/threads.h"
#include "model/native_id.h"
#include "model/tasks.h"
#include "model/text.h"
#include "v5/face.h"

namespace limpid::ompd::v5 {
namespace {

struct NamedState {
  Name state;
  ompt_state_t number;
  const char* name;  // of the first state with a number
};

// The enumeration begins after ompt_state_undefined, so that comes last.
constexpr NamedState kStates[] = {
    {Name::state_work_serial, ompt_state_work_serial, "ompt_state_work_serial"},
    {Name::state_work_parallel, ompt_state_work_parallel, "ompt_state_work_parallel"},
    {Name::state_work_reduction, ompt_state_work_reduction, "ompt_state_work_reduction"},
    {Name::state_wait_barrier_implicit_parallel, ompt_state_wait_barrier_implicit_parallel,
     "ompt_state_wait_barrier_implicit_parallel"},
    {Name::state_wait_barrier_implicit_workshare, ompt_state_wait_barrier_implicit_workshare,
     "ompt_state_wait_barrier_implicit_workshare"},
    {Name::state_wait_barrier_explicit, ompt_state_wait_barrier_explicit, "ompt_state_wait_barrier_explicit"},
    {Name::state_wait_barrier_implementation, ompt_state_wait_barrier_implementation,
     "ompt_state_wait_barrier_implementation"},
    {Name::state_wait_barrier_teams, ompt_state_wait_barrier_teams, "ompt_state_wait_barrier_teams"},
    {Name::state_wait_taskwait, ompt_state_wait_taskwait, "ompt_state_wait_taskwait"},
    {Name::state_wait_taskgroup, ompt_state_wait_taskgroup, "ompt_state_wait_taskgroup"},
    {Name::state_wait_lock, ompt_state_wait_lock, "ompt_state_wait_lock"},
    {Name::state_wait_critical, ompt_state_wait_critical, "ompt_state_wait_critical"},
    {Name::state_wait_atomic, ompt_state_wait_atomic, "ompt_state_wait_atomic"},
    {Name::state_wait_ordered, ompt_state_wait_ordered, "ompt_state_wait_ordered"},
    {Name::state_wait_target, ompt_state_wait_target, "ompt_state_wait_target"},
    {Name::state_wait_target_map, ompt_state_wait_target_map, "ompt_state_wait_target_map"},
    {Name::state_wait_target_update, ompt_state_wait_target_update, "ompt_state_wait_target_update"},
    {Name::state_idle, ompt_state_idle, "ompt_state_idle"},
    {Name::state_overhead, ompt_state_overhead, "ompt_state_overhead"},
    {Name::state_undefined, ompt_state_undefined, "ompt_state_undefined"},
};
constexpr uint32_t kStateCount = sizeof kStates / sizeof *kStates;

// Index of the state after a given one; kStateCount: there is no such state.
uint32_t index_after(ompd_word_t current) {
  if (current == ompt_state_undefined) return 0;
  for (uint32_t i = 0; i + 1 < kStateCount; ++i) {
    if (kStates[i].number == current) return i + 1;
  }
  return kStateCount;
}

}  // namespace

ompt_state_t number_of(Name state) {
  if (state == Name::state_wait_nest_lock) return ompt_state_wait_lock;
  for (const NamedState& known : kStates) {
    if (known.state == state) return known.number;
  }
  return ompt_state_undefined;
}

}  // namespace limpid::ompd::v5

using namespace limpid::ompd;
using namespace limpid::ompd::v5;

extern "C" {

ompd_rc_t ompd_get_thread_in_parallel(ompd_parallel_handle_t* parallel_handle, int thread_num,
                                      ompd_thread_handle_t** thread_handle) {
  return code(follow(region_of(parallel_handle), thread_in_region, thread_num, kThreadMagic, thread_handle));
}

ompd_rc_t ompd_get_thread_handle(ompd_address_space_handle_t* handle, ompd_thread_id_t kind,
                                 ompd_size_t sizeof_thread_id, const void* thread_id,
                                 ompd_thread_handle_t** thread_handle) {
  Process* process = process_of(handle);
  if (process == nullptr) return ompd_rc_stale_handle;
  if (thread_id == nullptr || thread_handle == nullptr) return ompd_rc_bad_input;
  *thread_handle = nullptr;
  Object thread;
  const Rc rc = find_thread(*process, kind, sizeof_thread_id, thread_id, thread);
  return code(give(rc, *process, kThreadMagic, thread, thread_handle));
}

ompd_rc_t ompd_rel_thread_handle(ompd_thread_handle_t* thread_handle) {
  return code(release_handle(thread_of(thread_handle), kThreadMagic));
}

ompd_rc_t ompd_thread_handle_compare(ompd_thread_handle_t* thread_handle_1,
                                     ompd_thread_handle_t* thread_handle_2, int* cmp_value) {
  return code(compare_handles(thread_handle_1, thread_handle_2, kThreadMagic, cmp_value));
}

ompd_rc_t ompd_get_thread_id(ompd_thread_handle_t* thread_handle, ompd_thread_id_t kind,
                             ompd_size_t sizeof_thread_id, void* thread_id) {
  const Handle* thread = thread_of(thread_handle);
  if (thread == nullptr) return ompd_rc_stale_handle;
  if (thread_id == nullptr) return ompd_rc_bad_input;
  return code(put_native_id(*thread->process, thread->object, kind, sizeof_thread_id, thread_id));
}

ompd_rc_t ompd_enumerate_states(ompd_address_space_handle_t* address_space_handle, ompd_word_t current_state,
                                ompd_word_t* next_state, const char** next_state_name,
                                ompd_word_t* more_enums) {
  if (process_of(address_space_handle) == nullptr) return ompd_rc_stale_handle;
  if (next_state == nullptr || next_state_name == nullptr || more_enums == nullptr) return ompd_rc_bad_input;
  const uint32_t index = index_after(current_state);
  if (index == kStateCount) return ompd_rc_bad_input;
  const Rc rc = copy_text(kAccess, kStates[index].name, next_state_name);
  if (rc != Rc::ok) return code(rc);
  *next_state = kStates[index].number;
  *more_enums = index + 1 < kStateCount;
  return ompd_rc_ok;
}

ompd_rc_t ompd_get_state(ompd_thread_handle_t* thread_handle, ompd_word_t* state, ompd_wait_id_t* wait_id) {
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
}
