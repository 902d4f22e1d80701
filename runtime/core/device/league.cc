// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leagues: their size, their limits, and which threads run their teams.
#include "core/device/league.h"

#include <algorithm>

#include "base/check.h"
#include "core/device/helpers.h"
#include "core/device/initial_team.h"
#include "core/device/league_cost.h"
#include "core/icv/device_icvs.h"
#include "core/team/place_binding.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

// Without clause and OMP_NUM_TEAMS: a program that wants several teams asks for them.
constexpr std::uint32_t kDefaultTeams = 1;

// 5.1, section 2.7: the clause decides; without it nteams-var is an upper bound.
std::uint32_t league_size(const League& league) {
  if (league.upper != 0) return league.upper;
  const std::uint32_t wanted = num_teams_var();
  return wanted != 0 ? wanted : kDefaultTeams;
}

Icvs icvs_of_teams(const Task& encountering, const League& league) {
  Icvs icvs = encountering.icvs;
  const std::uint32_t limit = league.thread_limit != 0 ? league.thread_limit : teams_thread_limit_var();
  if (limit != 0) icvs.thread_limit = limit < kNoThreadLimit ? limit : kNoThreadLimit;
  return icvs;
}

// The program or the environment sets the number of threads of a region.
bool nthreads_are_given(const Icvs& icvs) {
  return global_icvs().nthreads_by_level.count != 0 || icvs.nthreads != initial_icvs().nthreads;
}

// The teams share the processors, or have all of them in turn, unless a limit or a number of threads is set.
// The share depends on the league's size and not on how many teams run at a time, which may vary.
void limit_to_processors(const Thread& self, const League& league, std::uint32_t size, Icvs& icvs) {
  if (size == 1 || icvs.thread_limit < kNoThreadLimit) return;
  const std::uint32_t processors = processors_for_league(self, global_icvs().available_processors);
  const std::uint32_t share = league.sequential ? processors : std::max(1U, processors / size);
  if (league.limits_threads)
    icvs.thread_limit = share;
  else if (!nthreads_are_given(icvs))
    icvs.nthreads = std::min(icvs.nthreads, share);
}

template <class A>
Team& open_league(Thread& self, const League& league) {
  Task& encountering = *self.task;
  Team& team = enter_initial_team(self);
  team.league.is_league = true;
  team.region.code = league.code;
  team.league.size = league_size(league);
  team.region.requested = team.league.size;
  LIMPID_DCHECK(team.league.size >= 1 && team.region.parent_task == &encountering);
  team.nesting.parent->league.teams_inside = team.league.size;
  events::emit_as<A, events::ParallelBegin>(self, encountering, team, team.region.requested, true, true,
                                            team.region.created_at);
  return team;
}

template <class A>
void close_league(Thread& self, Team& team) {
  LIMPID_DCHECK(team.league.is_league && team.head == &team);
  leave_initial_team(self, team);
  events::emit_as<A, events::ParallelEnd>(self, *self.task, team, true, true, team.region.created_at);
  self.state.store(State::work_serial, std::memory_order_relaxed);
}

void begin_team(Thread& self, Team& team, std::uint32_t number, const Icvs& icvs) {
  team.league.team_number = number;
  self.return_address = team.region.created_at;
  begin_initial_task<events::Observed>(self, team, icvs, number);
}

template <class A>
void run_sequentially(Thread& self, const LeagueRun& run) {
  for (std::uint32_t number = 0; number < run.size; ++number) {
    run_team<A>(self, *run.head, run, number);
    end_initial_task<A>(self, *run.head, number);
  }
}

// The encountering thread runs the first team and then, like every helper, the next untaken one.
template <class A>
void run_side_by_side(Thread& self, const LeagueRun& run, std::uint32_t threads) {
  Team& team = *run.head;
  LeagueCost cost(*team.nesting.leader_member, team.region.created_at);
  std::uint32_t left = run.size - 1;  // after the team that runs
  Team* helpers = cost.worth_calling(left) ? call_helpers(self, run, 1, threads) : nullptr;
  for (std::uint32_t number = 0, done = 1;; ++done) {
    run_team<A>(self, team, run, number);
    if (helpers == nullptr) {
      if (left != 0 && cost.worth_calling_after(done, left))
        helpers = call_helpers(self, run, number + 1, threads);
    } else if (done == 1) {
      cost.measure(done);
    }
    const std::uint32_t waiting = helpers != nullptr ? helpers->waiting_teams.take() : left;
    if (waiting == 0) {
      end_initial_task<A>(self, team, number, helpers);
      break;
    }
    end_initial_task<A>(self, team, number);
    LIMPID_DCHECK(waiting < run.size);
    number = run.size - waiting;
    left = waiting - 1;
  }
  cost.remember();
}

}  // namespace

template <class A>
void run_league(Thread& self, const League& league, Task::Body body, void* data) {
  const State outer = self.state.load(std::memory_order_relaxed);
  Icvs icvs = icvs_of_teams(*self.task, league);
  limit_to_processors(self, league, league_size(league), icvs);
  const std::uint32_t threads = league.sequential ? 1 : processors_for_league(self, league_size(league));
  Team& team = open_league<A>(self, league);
  const LeagueRun run{body, data, icvs, &team, team.league.size, league.sequential};
  if (threads == 1)
    run_sequentially<A>(self, run);
  else
    run_side_by_side<A>(self, run, threads);
  Member& place = *team.nesting.leader_member;
  close_league<A>(self, team);
  bind_to_place(self, place);
  self.state.store(outer, std::memory_order_relaxed);
}

template void run_league<events::Observed>(Thread&, const League&, Task::Body, void*);
template void run_league<events::Unobserved>(Thread&, const League&, Task::Body, void*);

void begin_league(Thread& self, const League& league) {
  const Icvs icvs = icvs_of_teams(*self.task, league);
  Team& team = open_league<events::Observed>(self, league);
  begin_team(self, team, 0, icvs);
  // The program runs the body itself, from the frame that called the runtime.
  self.task->frame.set_exit_in_program(team.region.parent_task->frame.enter.load(std::memory_order_relaxed));
}

bool next_team(Thread& self) {
  Team& team = *self.team;
  const Icvs icvs = icvs_of_teams(*team.region.parent_task, {0, 0, self.task->icvs.thread_limit, nullptr});
  const std::uint32_t number = team.league.team_number;
  LIMPID_DCHECK(team.league.is_league && number < team.league.size);
  end_initial_task<events::Observed>(self, team, number);
  self.task->frame.clear_exit_in_program();
  if (number + 1 >= team.league.size) {
    close_league<events::Observed>(self, team);
    self.task->frame.set_enter(nullptr);
    return false;
  }
  begin_team(self, team, number + 1, icvs);
  self.task->frame.set_exit_in_program(team.region.parent_task->frame.enter.load(std::memory_order_relaxed));
  return true;
}

}  // namespace limpid::core
