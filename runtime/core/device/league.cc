// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/league.h"

#include "core/device/initial_team.h"
#include "core/icv/device_icvs.h"
#include "core/team/implicit_task.h"
#include "events/spine.h"

namespace limpid::core {
namespace {

constexpr std::uint32_t kDefaultTeams =
    1;  // without clause and OMP_NUM_TEAMS: more teams would only take turns

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

Team& open_league(Thread& self, const League& league) {
  Task& encountering = *self.task;
  Team& team = enter_initial_team(self);
  team.league = true;
  team.code = league.code;
  team.league_size = league_size(league);
  team.requested = team.league_size;
  team.parent->teams_inside = team.league_size;
  events::emit<events::ParallelBegin>(self, encountering, team, team.requested, true, true, team.created_at);
  return team;
}

void close_league(Thread& self, Team& team) {
  leave_initial_team(self, team);
  events::emit<events::ParallelEnd>(self, *self.task, team, true, true, team.created_at);
  self.state.store(State::work_serial, std::memory_order_relaxed);
}

void begin_team(Thread& self, Team& team, std::uint32_t number, const Icvs& icvs) {
  team.team_number = number;
  self.return_address = team.created_at;
  begin_initial_task(self, team, icvs, number);
}

}  // namespace

void run_league(Thread& self, const League& league, Task::Body body, void* data) {
  const State outer = self.state.load(std::memory_order_relaxed);
  const Icvs icvs = icvs_of_teams(*self.task, league);
  Team& team = open_league(self, league);
  for (std::uint32_t number = 0; number < team.league_size; ++number) {
    begin_team(self, team, number, icvs);
    run_implicit_task(self, *self.task, body, data);
    end_initial_task(self, team, number);
  }
  close_league(self, team);
  self.state.store(outer, std::memory_order_relaxed);
}

void begin_league(Thread& self, const League& league) {
  const Icvs icvs = icvs_of_teams(*self.task, league);
  Team& team = open_league(self, league);
  begin_team(self, team, 0, icvs);
  // The program runs the body itself, from the frame that called us.
  self.task->frame.set_exit(team.parent_task->frame.enter.load(std::memory_order_relaxed));
}

bool next_team(Thread& self) {
  Team& team = *self.team;
  const Icvs icvs = icvs_of_teams(*team.parent_task, {0, 0, self.task->icvs.thread_limit, nullptr});
  const std::uint32_t number = team.team_number;
  void* const exit_frame = self.task->frame.exit.load(std::memory_order_relaxed);
  end_initial_task(self, team, number);
  self.task->frame.set_exit(nullptr);
  if (number + 1 >= team.league_size) {
    close_league(self, team);
    return false;
  }
  begin_team(self, team, number + 1, icvs);
  self.task->frame.set_exit(exit_frame);
  return true;
}

}  // namespace limpid::core
