// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calling idle members of a hot team to run teams of a league, and what these helpers do.
#include "core/device/helpers.h"

#include <algorithm>

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/device/initial_team.h"
#include "core/team/after_fork.h"
#include "core/team/build.h"
#include "core/team/implicit_task.h"
#include "core/team/place_binding.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

// Wakes the branches below a member that are called and sleep. Members that are awake poll waiting_teams.
void wake_branches(Team& helpers, std::uint32_t index) {
  for (std::uint32_t branch = first_branch(helpers, index); branch < end_branch(helpers, index); ++branch) {
    sync::Parker& parker = helpers.members[branch].mailbox.parker;
    if (helpers.waiting_teams.want(branch) && parker.parked()) parker.notify();
  }
}

// Uses the hot team unchanged if it is large enough: the next parallel region will need it in its old size.
Team& gather_helpers(Thread& self, Member& place, std::uint32_t threads) {
  Team* const hot = place.hot_team;
  return hot != nullptr && hot->size >= threads ? *hot : form_team(self, place, threads);
}

Team& enter_league(Thread& self, const LeagueRun& run) {
  const Team& head = *run.head;
  Team& team = enter_initial_team(
      self, {head.region.id, head.region.parent_task, head.nesting.parent, head.region.created_at});
  team.head = run.head;
  team.league.is_league = true;
  team.region.code = head.region.code;
  team.league.size = run.size;
  team.region.requested = head.region.requested;
  return team;
}

// Returns to the slot in the hot team. The state changes first, so that a signal handler finds a consistent
// thread at every moment: an idle thread has no task.
void idle_again(Thread& self, Member& slot, Team& team) {
  self.state.store(State::idle, std::memory_order_relaxed);
  LIMPID_DCHECK(self.member == &team.members[0] && team.nesting.leader_member == &slot);
  retire_initial_team(team);
  self.member = &slot;
  self.team = slot.team;
  self.index = slot.index;
  self.task = &slot.implicit_task;
}

void wake_leader(Team& helpers) {
  sync::Parker& parker = helpers.members[0].mailbox.parker;
  if (parker.parked()) parker.notify();  // parked() comes after leave(), a seq_cst RMW [league.leave]
}

}  // namespace

std::uint32_t processors_for_league(const Thread& self, std::uint32_t size) {
  std::uint32_t processors = global_icvs().available_processors;
  for (const Team* team = self.team; team != nullptr; team = team->nesting.parent) processors /= team->size;
  LIMPID_DCHECK(size >= 1);
  return std::clamp(processors, 1U, size);
}

Team* call_helpers(Thread& self, const LeagueRun& run, std::uint32_t first, std::uint32_t threads) {
  const std::uint32_t wanted = std::min(threads, WaitingTeams::kMostHelpers);
  Team& helpers = gather_helpers(self, *run.head->nesting.leader_member, wanted);
  if (helpers.size == 1) return nullptr;
  LIMPID_DCHECK(first <= run.size && &helpers == run.head->nesting.leader_member->hot_team);
  helpers.waiting_teams.offer(run, help_league, run.size - first, wanted);
  wake_branches(helpers, 0);
  return &helpers;
}

template <class A>
void run_team(Thread& self, Team& team, const LeagueRun& run, std::uint32_t number) {
  LIMPID_DCHECK(number < run.size && self.team == &team);
  team.league.team_number = number;
  if (!run.sequential)
    assign_place_of_team(run.icvs.bind, *run.head->nesting.leader_member, team.members[0], number, run.size);
  bind_to_place(self, team.members[0]);
  self.return_address = team.region.created_at;
  begin_initial_task<A>(self, team, run.icvs, number);
  run_implicit_task(*self.task, run.body, run.data);
}

template void run_team<events::Observed>(Thread&, Team&, const LeagueRun&, std::uint32_t);
template void run_team<events::Unobserved>(Thread&, Team&, const LeagueRun&, std::uint32_t);

void help_league(Thread& self, Member& slot) {
  Team& helpers = *slot.team;
  std::uint32_t left = helpers.waiting_teams.come_and_take();
  if (left == 0) return;
  wake_branches(helpers, slot.index);
  const LeagueRun& run = helpers.waiting_teams.run();
  LIMPID_DCHECK(self.member == &slot && left <= run.size);
  self.state.store(State::idle, std::memory_order_relaxed);
  events::emit<events::Idle>(self, events::Endpoint::end);
  Team& team = enter_league(self, run);
  for (; left != 0; left = helpers.waiting_teams.take()) {
    const std::uint32_t number = run.size - left;
    run_team<events::Observed>(self, team, run, number);
    end_initial_task<events::Observed>(self, team, number);
    if (lives_in_forked_child(self)) return;  // the league is the parent process's
  }
  idle_again(self, slot, team);
  if (helpers.waiting_teams.leave()) wake_leader(helpers);
  // After leave(), so that the league does not wait for it.
  events::emit<events::Idle>(self, events::Endpoint::begin);
}

}  // namespace limpid::core
