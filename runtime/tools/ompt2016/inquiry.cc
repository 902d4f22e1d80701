// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the inquiry functions from core/view.
#include "tools/ompt2016/inquiry.h"

#include "core/data/state.h"
#include "core/icv/devices.h"
#include "core/view/view.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"

namespace limpid::tools::ompt2016 {
namespace {

using core::State;

// A target region in a parallel region begins at nesting level 0, where core counts work as serial.
omp_state_t number_of_work(const core::Thread& self) {
  core::view::RegionPlace region;
  return core::view::region_at(self, 0, region) ? omp_state_work_parallel : omp_state_work_serial;
}

omp_state_t number_of(State state, const core::Thread& self) {
  switch (state) {
    case State::undefined:
      return omp_state_undefined;
    case State::overhead:
      return omp_state_overhead;
    case State::work_serial:
      return number_of_work(self);
    case State::work_parallel:
      return omp_state_work_parallel;
    case State::work_reduction:
      return omp_state_work_reduction;
    case State::idle:
      return omp_state_idle;
    case State::wait_barrier_explicit:
      return omp_state_wait_barrier_explicit;
    case State::wait_barrier_implicit_workshare:
    case State::wait_barrier_implicit_parallel:
    case State::wait_barrier_teams:
      return omp_state_wait_barrier_implicit;
    case State::wait_barrier_implementation:
      return omp_state_wait_barrier;
    case State::wait_taskwait:
      return omp_state_wait_taskwait;
    case State::wait_taskgroup:
      return omp_state_wait_taskgroup;
    case State::wait_lock:
    case State::wait_nest_lock:
      return omp_state_wait_lock;
    case State::wait_critical:
      return omp_state_wait_critical;
    case State::wait_atomic:
      return omp_state_wait_atomic;
    case State::wait_ordered:
      return omp_state_wait_ordered;
    case State::wait_target:
      return omp_state_wait_target;
    case State::wait_target_map:
      return omp_state_wait_target_data;
    case State::wait_target_update:
      break;
  }
  return omp_state_wait_target_update;
}

bool is_mutex_wait(omp_state_t state) {
  return state >= omp_state_wait_mutex && state <= omp_state_wait_ordered;
}

ompt_task_type_t type_of(const core::Task& task) {
  switch (task.kind) {
    case core::TaskKind::initial:
      return ompt_task_initial;
    case core::TaskKind::implicit:
      return ompt_task_implicit;
    case core::TaskKind::explicit_:
      return ompt_task_explicit;
    case core::TaskKind::target:
      break;
  }
  return ompt_task_target;
}

template <class Value>
void answer(Value* where, Value value) {
  if (where != nullptr) *where = value;
}

bool find_task(const core::Thread& self, uint32_t level, core::view::TaskPlace& place) {
  if (core::Task* next = task_being_scheduled(self)) return core::view::task_at(*next, level, place);
  return core::view::task_at(self, level, place);
}

// The target region that the thread is in, perhaps in a parallel region inside it.
uint64_t target_of_caller() {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return ompt_target_id_none;
  if (self->target_id != 0) return self->target_id;
  const core::Team* team = core::view::team_at(*self, 0);
  while (team != nullptr && team->target_id == 0) team = team->parent;
  return team != nullptr ? uint64_t{team->target_id} : uint64_t{ompt_target_id_none};
}

}  // namespace

ompt_thread_id_t get_thread_id() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? self->id : uint64_t{ompt_thread_id_none};
}

omp_state_t get_state(ompt_wait_id_t* wait_id) {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return omp_state_undefined;
  omp_state_t state = number_of(core::view::state(*self), *self);
  if (is_mutex_wait(state)) answer(wait_id, self->wait_id.load(std::memory_order_relaxed));
  return state;
}

bool get_parallel_info(int ancestor_level, ompt_parallel_id_t* parallel_id, int* team_size) {
  const core::Thread* self = core::this_thread_if_known();
  bool possible = self != nullptr && ancestor_level >= 0;
  core::view::RegionPlace region;
  bool found = possible && core::view::region_at(*self, static_cast<uint32_t>(ancestor_level), region);
  answer(parallel_id, found ? region.id : uint64_t{ompt_parallel_id_none});
  if (found) answer(team_size, static_cast<int>(region.size));
  return found;
}

bool get_task_info(int ancestor_level, ompt_task_type_t* type, ompt_task_id_t* task_id,
                   ompt_frame_t** task_frame, ompt_parallel_id_t* par_id) {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr || ancestor_level < 0) return false;
  core::view::TaskPlace place;
  if (!find_task(*self, static_cast<uint32_t>(ancestor_level), place)) return false;
  answer(type, type_of(*place.task));
  answer(task_id, ompt_task_id_t{place.task->id});
  answer(task_frame, frame_of(*place.task));
  answer(par_id, place.slot != nullptr ? core::view::region_of(place) : region_of(place.team));
  return true;
}

bool get_target_info(ompt_target_id_t* target_id, ompt_target_id_t* host_op_id) {
  uint64_t id = target_of_caller();
  if (id == ompt_target_id_none) return false;
  answer(target_id, id);
  answer(host_op_id, ompt_target_id_t{core::this_thread_if_known()->target_operation});
  return true;
}

// The host is counted here: a tool finds devices by their numbers.
int get_num_devices() {
  return core::num_devices() + 1;
}

int get_device_id() {
  const core::Thread* self = core::this_thread_if_known();
  if (self != nullptr && self->target_id != 0) return self->target_device;
  return target_of_caller() != ompt_target_id_none ? core::host_device() : -1;
}

}  // namespace limpid::tools::ompt2016
