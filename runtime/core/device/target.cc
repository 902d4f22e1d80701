// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target regions and data motion, on the host and through an engine.
#include "core/device/target.h"

#include <stdlib.h>

#include "base/check.h"
#include "core/device/device_wait.h"
#include "core/device/initial_team.h"
#include "core/icv/devices.h"
#include "core/team/implicit_task.h"

namespace limpid::core {
namespace {

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

// A device has its own ICVs (5.1, section 2.4). No routine sets those of the host as a device, so they are
// what the environment set.
Icvs icvs_of_region(const TargetRegion& region) {
  Icvs icvs = initial_icvs();
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
  DeviceConstruct construct(self, events::TargetKind::target, context, region.maps);
  const State outer = self.state.load(std::memory_order_relaxed);
  const Icvs icvs = icvs_of_region(region);
  construct.submit(region.teams);
  Team& team = enter_initial_team(self);
  team.region.target_id = construct.id();
  Task& task = begin_initial_task<events::Observed>(self, team, icvs, kIndexOutsideLeague);
  run_implicit_task(task, region.body, region.data);
  end_initial_task<events::Observed>(self, team, kIndexOutsideLeague);
  const std::uint32_t teams = team.league.teams_inside;
  LIMPID_DCHECK(self.team == &team && teams >= 1);
  leave_initial_team(self, team);
  construct.complete(region.teams, teams);
  self.state.store(outer, std::memory_order_relaxed);
}

void move_data(Thread& self, events::TargetKind kind, const TargetContext& context, const MapView& maps) {
  if (!DeviceConstruct::is_observed()) return;
  const DeviceConstruct construct(self, kind, context, maps);
}

void hand_over_region(Thread& self, const TargetRegion& region, const TargetContext& context) {
  LIMPID_DCHECK(context.device != kHostItself && region.body != nullptr);
  DeviceConstruct construct(self, events::TargetKind::target, context, region.maps, region.teams);
  DeviceWait wait(self, State::wait_target, context.device);
  wait.begin();
  region.body(region.data);
  wait.end();
}

void hand_over_motion(Thread& self, const DataMotion& motion, const TargetContext& context) {
  LIMPID_DCHECK(context.device != kHostItself && motion.body != nullptr);
  DeviceConstruct construct(self, motion.kind, context, motion.maps);
  const bool updates = motion.kind == events::TargetKind::update;
  DeviceWait wait(self, updates ? State::wait_target_update : State::wait_target_map, context.device);
  wait.begin();
  motion.body(motion.data);
  wait.end();
}

}  // namespace limpid::core
