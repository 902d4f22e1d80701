// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entering and leaving initial teams, and the begin and end of their initial tasks.
#include "core/device/initial_team.h"

#include "base/check.h"
#include "core/barrier/barrier.h"
#include "core/loop/region.h"
#include "core/task/queue/scheduling.h"
#include "core/team/build.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

void describe_team(Thread& self, Team& team, const Origin& origin) {
  LIMPID_DCHECK(team.size == 1 && !team.phase.runs());
  team.region.id = origin.region_id;
  team.head = &team;
  team.region.body = nullptr;
  team.region.code = nullptr;
  team.region.data = nullptr;
  team.region.parent_task = origin.encountering;
  team.nesting.parent = origin.around;
  team.nesting.leader_member = self.member;
  team.region.created_at = origin.created_at;
  team.region.tool_word = 0;
  team.region.requested = 1;
  team.league.team_number = 0;
  team.league.size = 1;
  team.league.is_league = false;
  team.league.teams_inside = 1;
  team.region.target_id = 0;
  team.nesting.level = 0;
  team.nesting.active_level = 0;
  team.nesting.contention_group = &team;
  team.nesting.threads_of_group.store(1, std::memory_order_relaxed);
  team.reductions.of_region = nullptr;
  team.cancelled.store(false, std::memory_order_relaxed);
}

// The thread stays bound to its place.
void inherit_place(const Member& from, Member& slot) {
  slot.place = from.place;
  slot.partition_first = from.partition_first;
  slot.partition_count = from.partition_count;
}

template <class A>
void drain_tasks(Thread& self, const Team& team, Team* helpers) {
  if (helpers != nullptr)
    barrier_with_helpers(self, *helpers);
  else if (team.league.is_league)
    barrier<A>(self, events::SyncKind::barrier_teams);
  else if (team.tasks.used.load(std::memory_order_relaxed))
    barrier<A>(self, events::SyncKind::barrier_implementation);
}

}  // namespace

Team& enter_initial_team(Thread& self) {
  return enter_initial_team(self,
                            {self.ids.region.next(g_region_ids), self.task, self.team, self.return_address});
}

Team& enter_initial_team(Thread& self, const Origin& origin) {
  Team& team = form_team(self, *self.member, 1);
  describe_team(self, team, origin);
  inherit_place(*self.member, team.members[0]);
  begin_region_tasks(team);
  begin_region_workshares(team);
  team.phase.begin();
  self.member = &team.members[0];
  self.team = &team;
  self.index = 0;
  self.team_size = 1;
  return team;
}

void retire_initial_team(Team& team) {
  LIMPID_DCHECK(tasks_quiescent(team));
  team.phase.end();
  team.head = &team;
  team.league.is_league = false;
  team.region.target_id = 0;
  team.members[0].implicit_task.kind = TaskKind::implicit;
}

void leave_initial_team(Thread& self, Team& team) {
  LIMPID_DCHECK(self.team == &team && self.member == &team.members[0]);
  retire_initial_team(team);
  self.member = team.nesting.leader_member;
  self.team = team.nesting.parent;
  self.index = team.nesting.leader_member->index;
  self.team_size = team.nesting.parent->size;
  self.task = team.region.parent_task;
  self.return_address = team.region.created_at;
}

template <class A>
Task& begin_initial_task(Thread& self, Team& team, const Icvs& icvs, std::uint32_t index) {
  Member& slot = team.members[0];
  Task& task = slot.implicit_task;
  LIMPID_DCHECK(self.member == &slot && team.nesting.level == 0);
  task.kind = TaskKind::initial;
  task.icvs = icvs;
  task.family.parent.store(team.region.parent_task, std::memory_order_relaxed);
  task.team = &team;
  task.id = new_task_id(self);
  task.body = body_of(team.region.code);
  task.created_at = team.region.created_at;
  task.tool_word = 0;
  task.group = nullptr;
  task.thread.store(&self, std::memory_order_relaxed);
  begin_member_tasks(slot);
  begin_member_workshares(slot);
  self.task = &task;
  self.state.store(State::work_serial, std::memory_order_relaxed);
  events::emit_as<A, events::ImplicitTask>(self, events::Endpoint::begin, &team, task, team.league.size,
                                           index, true);
  return task;
}

template <class A>
void end_initial_task(Thread& self, Team& team, std::uint32_t index, Team* helpers) {
  LIMPID_DCHECK(self.task == &team.members[0].implicit_task);
  self.return_address = team.region.created_at;
  drain_tasks<A>(self, team, helpers);
  end_inlined_constructs(self);
  events::emit_as<A, events::ImplicitTask>(self, events::Endpoint::end, nullptr, *self.task, 0u, index, true);
}

template Task& begin_initial_task<events::Observed>(Thread&, Team&, const Icvs&, std::uint32_t);
template Task& begin_initial_task<events::Unobserved>(Thread&, Team&, const Icvs&, std::uint32_t);
template void end_initial_task<events::Observed>(Thread&, Team&, std::uint32_t, Team*);
template void end_initial_task<events::Unobserved>(Thread&, Team&, std::uint32_t, Team*);

}  // namespace limpid::core
