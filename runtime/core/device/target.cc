// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/target.h"

#include <stdlib.h>

#include "base/check.h"
#include "core/device/initial_team.h"
#include "core/icv/devices.h"
#include "core/team/implicit_task.h"
#include "events/spine.h"

namespace limpid::core {
namespace {

using events::Endpoint;
using events::TargetKind;

bool mandatory() {
  return global_icvs().target_offload == TargetOffload::kMandatory;
}

[[noreturn]] void refuse(std::int32_t device) {
  if (mandatory())
    base::warn(
        "OMP_TARGET_OFFLOAD is MANDATORY, but only the host device is available (device %d was asked for)",
        device);
  else
    base::warn("a device construct with device number %d, which is no device", device);
  exit(EXIT_FAILURE);
}

// One device construct on the host, from its begin to its end.
class Construct {
 public:
  Construct(Thread& self, TargetKind kind, const TargetContext& context)
      : self_(self), context_(context), kind_(kind), return_address_(self.return_address) {
    if (!events::listening(events::Event::target)) return;
    id_ = self.unique_ids.next(g_unique_ids);
    state(Endpoint::begin);
  }
  ~Construct() {
    if (id_ != 0) state(Endpoint::end);
  }
  Construct(const Construct&) = delete;
  Construct& operator=(const Construct&) = delete;

 private:
  void state(Endpoint endpoint) {
    events::emit<events::Target>(self_, kind_, context_.nowait, endpoint, int{kHostDevice},
                                 context_.encountering, context_.target_task, word_, id_, return_address_);
  }

  Thread& self_;
  TargetContext context_;
  TargetKind kind_;
  std::uint64_t word_ = 0;
  std::uint64_t id_ = 0;
  const void* return_address_;
};

Icvs icvs_of_region(const Task& encountering, const TargetRegion& region) {
  Icvs icvs = encountering.icvs;
  if (region.thread_limit != 0 && region.thread_limit < kNoThreadLimit)
    icvs.thread_limit = region.thread_limit;
  return icvs;
}

constexpr std::uint32_t kIndexOutsideLeague = 1;

}  // namespace

void require_device(Thread& self, std::int32_t device) {
  if (device == kForcedHost) return;
  if (device == kDefaultDevice) device = self.task->icvs.default_device;
  if (is_host(device)) return;
  if (device < 0 || mandatory()) refuse(device);
}

void run_target(Thread& self, const TargetRegion& region, const TargetContext& context) {
  Construct construct(self, TargetKind::target, context);
  const State outer = self.state.load(std::memory_order_relaxed);
  const Icvs icvs = icvs_of_region(*self.task, region);
  Team& team = enter_initial_team(self);
  Task& task = begin_initial_task(self, team, icvs, kIndexOutsideLeague);
  run_implicit_task(self, task, region.body, region.data);
  end_initial_task(self, team, kIndexOutsideLeague);
  leave_initial_team(self, team);
  self.state.store(outer, std::memory_order_relaxed);
}

void move_data(Thread& self, TargetKind kind, const TargetContext& context) {
  Construct construct(self, kind, context);
}

}  // namespace limpid::core
