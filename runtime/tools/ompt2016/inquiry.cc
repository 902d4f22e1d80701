// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the inquiry functions from core/view.
#include "tools/ompt2016/inquiry.h"

#include "core/data/state.h"
#include "core/icv/devices.h"
#include "core/view/view.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"
#include "tools/states.h"

namespace limpid::tools::ompt2016 {
namespace {

using core::State;

struct Numbers {
  omp_state_t outside;  // of parallel regions
  omp_state_t inside;
};

Numbers numbers_of(State state) {
  switch (state) {
#define LIMPID_STATE(name, ompt5, outside, inside, ...) \
  case State::name:                                     \
    return {omp_state_##outside, omp_state_##inside};
    LIMPID_STATES(LIMPID_STATE)
#undef LIMPID_STATE
  }
  return {omp_state_undefined, omp_state_undefined};
}

omp_state_t number_of(State state, const core::Thread& self) {
  const Numbers numbers = numbers_of(state);
  if (numbers.outside == numbers.inside) return numbers.inside;
  core::view::RegionPlace region;
  return core::view::region_at(self, 0, region) ? numbers.inside : numbers.outside;
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
  if (self->target.id != 0) return self->target.id;
  const core::Team* team = core::view::team_at(*self, 0);
  while (team != nullptr && team->region.target_id == 0) team = team->nesting.parent;
  return team != nullptr ? uint64_t{team->region.target_id} : uint64_t{ompt_target_id_none};
}

}  // namespace

ompt_thread_id_t get_thread_id() {
  const core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? self->identity.id : uint64_t{ompt_thread_id_none};
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
  answer(host_op_id, ompt_target_id_t{core::this_thread_if_known()->target.operation});
  return true;
}

// The host is counted here: a tool finds devices by their numbers.
int get_num_devices() {
  return core::num_devices() + 1;
}

int get_device_id() {
  const core::Thread* self = core::this_thread_if_known();
  if (self != nullptr && self->target.id != 0) return self->target.device;
  return target_of_caller() != ompt_target_id_none ? core::host_device() : -1;
}

}  // namespace limpid::tools::ompt2016
