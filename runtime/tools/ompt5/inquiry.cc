// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the inquiry entry points from core/view.
#include "tools/ompt5/inquiry.h"

#include <sched.h>

#include "core/data/member.h"
#include "core/data/state.h"
#include "core/icv/devices.h"
#include "core/icv/icv.h"
#include "core/view/view.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/events.h"
#include "tools/states.h"

namespace limpid::tools::ompt5 {
namespace {

using core::State;

ompt_state_t number_of(State state) {
  switch (state) {
#define LIMPID_STATE(name, ompt5, ...) \
  case State::name:                    \
    return ompt_state_##ompt5;
    LIMPID_STATES(LIMPID_STATE)
#undef LIMPID_STATE
  }
  return ompt_state_undefined;
}

template <class Value>
void answer(Value* where, Value value) {
  if (where != nullptr) *where = value;
}

}  // namespace

uint64_t target_of(const core::Thread& thread) {
  if (thread.target.id != 0) return thread.target.id;
  const core::Team* team = core::view::team_at(thread, 0);
  while (team != nullptr && team->region.target_id == 0) team = team->nesting.parent;
  return team != nullptr ? uint64_t{team->region.target_id} : 0;
}

ompt_data_t* get_thread_data() {
  core::Thread* self = core::this_thread_if_known();
  return self != nullptr ? data_of(self->tools.word) : nullptr;
}

int get_num_places() {
  return static_cast<int>(core::global_icvs().places.count);
}

int get_place_proc_ids(int place_num, int ids_size, int* ids) {
  const core::Places& places = core::global_icvs().places;
  if (place_num < 0 || static_cast<uint32_t>(place_num) >= places.count) return 0;
  uint32_t place = static_cast<uint32_t>(place_num);
  int count = static_cast<int>(places.size_of(place));
  if (ids == nullptr || ids_size < count) return count;
  const uint32_t* processors = places.processors_of(place);
  for (int i = 0; i < count; ++i) ids[i] = static_cast<int>(processors[i]);
  return count;
}

int get_place_num() {
  core::Thread* self = core::this_thread_if_known();
  const core::Member* slot = self != nullptr ? core::view::slot_of(*self) : nullptr;
  return slot != nullptr ? slot->place : -1;
}

// A partition may wrap around the end of the list of places.
int get_partition_place_nums(int place_nums_size, int* place_nums) {
  core::Thread* self = core::this_thread_if_known();
  const core::Member* slot = self != nullptr ? core::view::slot_of(*self) : nullptr;
  int places = get_num_places();
  if (slot == nullptr || places == 0) return 0;
  int count = slot->partition_count;
  if (place_nums == nullptr || place_nums_size < count) return count;
  for (int i = 0; i < count; ++i) place_nums[i] = (slot->partition_first + i) % places;
  return count;
}

int get_proc_id() {
  return sched_getcpu();
}

int get_state(ompt_wait_id_t* wait_id) {
  core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) {
    answer(wait_id, ompt_wait_id_t{ompt_wait_id_none});
    return ompt_state_undefined;
  }
  State state = core::view::state(*self);
  bool waits = core::view::is_wait(state);
  answer(wait_id, ompt_wait_id_t{waits ? self->wait_id.load(std::memory_order_relaxed) : ompt_wait_id_none});
  return number_of(state);
}

int get_parallel_info(int ancestor_level, ompt_data_t** parallel_data, int* team_size) {
  core::Thread* self = core::this_thread_if_known();
  if (self == nullptr || ancestor_level < 0) return 0;
  core::view::TaskPlace place;
  if (ancestor_level == 0 && core::view::task_at(*self, 0, place) && place.over) return 1;
  core::Team* team = core::view::team_at(*self, static_cast<uint32_t>(ancestor_level));
  if (team == nullptr) return 0;
  answer(parallel_data, data_of(team));
  answer(team_size,
         static_cast<int>(team->league.is_league ? uint32_t{team->league.size} : uint32_t{team->size}));
  return 2;
}

int get_task_info(int ancestor_level, int* flags, ompt_data_t** task_data, ompt_frame_t** task_frame,
                  ompt_data_t** parallel_data, int* thread_num) {
  core::Thread* self = core::this_thread_if_known();
  if (self == nullptr || ancestor_level < 0) return 0;
  core::view::TaskPlace place;
  if (!core::view::task_at(*self, static_cast<uint32_t>(ancestor_level), place)) return 0;
  answer(flags, flags_of(*place.task));
  answer(task_data, data_of(*place.task));
  answer(task_frame, frame_of(*place.task));
  answer(parallel_data, place.over ? nullptr : data_of(place.team));
  answer(thread_num, place.slot != nullptr ? static_cast<int>(place.slot->index) : -1);
  return 2;
}

// One block at most: the data that the program's code gets for an explicit task. Implicit and initial tasks
// have their data on the program's stack, whose extent no runtime knows.
int get_task_memory(void** addr, size_t* size, int block) {
  answer(addr, static_cast<void*>(nullptr));
  answer(size, size_t{0});
  core::Thread* self = core::this_thread_if_known();
  core::view::TaskPlace place;
  if (self == nullptr || block != 0 || !core::view::task_at(*self, 0, place)) return 0;
  const core::Task& task = *place.task;
  if (task.data_bytes == 0) return 0;
  answer(addr, task.data);
  answer(size, size_t{task.data_bytes});
  return 0;
}

// The thread's own construct, or the one around its regions. Within a construct no thread runs tasks from
// outside of it.
int get_target_info(uint64_t* device_num, ompt_id_t* target_id, ompt_id_t* host_op_id) {
  core::Thread* self = core::this_thread_if_known();
  uint64_t id = self != nullptr ? target_of(*self) : 0;
  const bool offloaded = self != nullptr && self->target.id != 0;
  answer(device_num, static_cast<uint64_t>(offloaded ? self->target.device : core::host_device()));
  answer(target_id, ompt_id_t{id});
  answer(host_op_id, ompt_id_t{self != nullptr ? self->target.operation : ompt_id_none});
  return id != 0 ? 1 : 0;
}

int get_num_devices() {
  return core::num_devices();
}

int get_num_procs() {
  return static_cast<int>(core::global_icvs().available_processors);
}

// Taken from the shared counter, not from the thread's block: a signal handler may interrupt the thread while
// it takes an id from its block.
uint64_t get_unique_id() {
  return core::g_unique_ids.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace limpid::tools::ompt5
