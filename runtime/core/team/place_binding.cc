// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which OpenMP places the members of a team get, and how a thread binds itself to its own.
#include "core/team/place_binding.h"

#include "base/check.h"
#include "core/icv/icv.h"
#include "core/icv/places.h"
#include "platform/affinity.h"

namespace limpid::core {
namespace {

PlacePolicy policy_of(ProcBind bind) {
  switch (bind) {
    case ProcBind::kPrimary:
      return PlacePolicy::kPrimary;
    case ProcBind::kSpread:
      return PlacePolicy::kSpread;
    default:
      return PlacePolicy::kClose;
  }
}

ProcBind effective_bind(const Task& task, const Region& region) {
  // bind-var false disables binding, even if there is a proc_bind clause.
  if (task.icvs.bind == ProcBind::kFalse) return ProcBind::kFalse;
  return region.bind_given ? region.bind : task.icvs.bind;
}

void assign(Member& slot, const PlaceAssignment& assignment) {
  LIMPID_DCHECK(assignment.place - assignment.partition.first < assignment.partition.count);
  LIMPID_DCHECK(assignment.partition.first + assignment.partition.count <= global_icvs().places.count);
  slot.place = static_cast<int32_t>(assignment.place);
  slot.partition_first = static_cast<int32_t>(assignment.partition.first);
  slot.partition_count = static_cast<int32_t>(assignment.partition.count);
}

PlacePartition partition_of(const Member& slot) {
  return {static_cast<uint32_t>(slot.partition_first), static_cast<uint32_t>(slot.partition_count)};
}

}  // namespace

void assign_place_of_team(ProcBind bind, const Member& parent, Member& slot, uint32_t number,
                          uint32_t teams) {
  if (global_icvs().places.count == 0) [[likely]]
    return;
  if (bind == ProcBind::kFalse || parent.place < 0) {
    slot.place = parent.place;
    slot.partition_first = parent.partition_first;
    slot.partition_count = parent.partition_count;
    return;
  }
  assign(slot, assign_place(PlacePolicy::kSpread, number, teams, partition_of(parent),
                            static_cast<uint32_t>(parent.place)));
}

void assign_places(Thread& self, Team& team, const Region& region) {
  if (global_icvs().places.count == 0) [[likely]]
    return;
  const Member& parent = *self.member;
  ProcBind bind = effective_bind(*self.task, region);
  if (bind == ProcBind::kFalse || parent.place < 0) {
    for (uint32_t index = 0; index < team.size; ++index) team.members[index].place = parent.place;
    return;
  }
  const PlacePartition partition = partition_of(parent);
  for (uint32_t index = 0; index < team.size; ++index) {
    assign(team.members[index],
           assign_place(policy_of(bind), index, team.size, partition, static_cast<uint32_t>(parent.place)));
  }
}

void move_to_place_slow(Thread& self, const Member& slot) {
  if (slot.place < 0) return;
  const Places& places = global_icvs().places;
  LIMPID_DCHECK(static_cast<uint32_t>(slot.place) < places.count);
  platform::CpuSet processors;
  const uint32_t* list = places.processors_of(static_cast<uint32_t>(slot.place));
  for (uint32_t i = 0; i < places.size_of(static_cast<uint32_t>(slot.place)); ++i) processors.add(list[i]);
  platform::bind_this_thread(processors);
  self.bound_place = slot.place;
}

void unbind(Thread& self) {
  if (global_icvs().places.count == 0) return;
  platform::bind_this_thread(global_icvs().processors);
  self.bound_place = -1;
}

void bind_to_first_place(Thread& self, Member& slot) {
  const Places& places = global_icvs().places;
  if (places.count == 0 || slot.implicit_task.icvs.bind == ProcBind::kFalse) return;
  assign(slot, {0, {0, places.count}});
  bind_to_place(self, slot);
}

}  // namespace limpid::core
