// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers the requests for the calling thread's state and regions.
#include "tools/collector/answers.h"

#include "core/data/state.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/view/view.h"
#include "platform/os_thread.h"
#include "tools/collector/events.h"
#include "tools/states.h"

namespace limpid::tools::collector {
namespace {

using core::State;

// The region whose FORK callback the thread is in. Null once that region has begun, and inside a region that
// the callback itself has opened.
const core::Team* opened_region(const core::Thread& self) {
  const core::Team* team = forking_team();
  return team != nullptr && team->region.parent_task == self.task ? team : nullptr;
}

bool has_wait_id(OMP_COLLECTOR_API_THR_STATE state) {
  switch (state) {
    case THR_IBAR_STATE:
    case THR_EBAR_STATE:
    case THR_LKWT_STATE:
    case THR_CTWT_STATE:
    case THR_ODWT_STATE:
    case THR_ATWT_STATE:
      return true;
    default:
      return false;
  }
}

OMP_COLLECTOR_API_THR_STATE number_of(State state, bool in_region) {
  switch (state) {
#define LIMPID_STATE(name, ompt5, old_outside, old_inside, outside, inside) \
  case State::name:                                                         \
    return in_region ? THR_##inside##_STATE : THR_##outside##_STATE;
    LIMPID_STATES(LIMPID_STATE)
#undef LIMPID_STATE
  }
  return THR_SERIAL_STATE;
}

}  // namespace

StateAnswer state_of_caller() {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return {THR_SERIAL_STATE, false, 0};
  core::view::RegionPlace region;
  bool in_region = core::view::region_at(*self, 0, region);
  OMP_COLLECTOR_API_THR_STATE state = number_of(core::view::state(*self), in_region);
  bool waits = has_wait_id(state);
  return {state, waits, waits ? self->wait_id.load(std::memory_order_relaxed) : 0};
}

uint64_t region_of_caller() {
  const core::Thread* self = core::this_thread_if_known();
  if (self == nullptr) return 0;
  if (const core::Team* team = opened_region(*self)) return team->region.id;
  core::view::RegionPlace region;
  return core::view::region_at(*self, 0, region) ? region.id : 0;
}

bool region_around_caller(uint64_t& id) {
  id = 0;
  const core::Thread* self = core::this_thread_if_known();
  core::view::RegionPlace region;
  bool in_region = self != nullptr && core::view::region_at(*self, 0, region);
  if (self != nullptr && opened_region(*self) != nullptr) {
    id = region.id;
    return true;
  }
  if (!in_region) return platform::is_initial_thread();
  core::view::RegionPlace around;
  if (core::view::region_at(*self, 1, around)) id = around.id;
  return region.index == 0;
}

}  // namespace limpid::tools::collector
