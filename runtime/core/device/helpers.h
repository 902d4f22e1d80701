// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The helpers of a league: idle members of the hot team of the thread that met the construct, who run teams
// beside it. What they are to each other otherwise (a team, with a leader) plays no part in the league and
// shows nowhere.
#pragma once

#include <cstdint>

#include "core/icv/icv.h"
#include "core/task/task.h"
#include "core/team/team.h"
#include "core/team/thread.h"

namespace limpid::core {

// A league under way, on the stack of the thread that met the construct.
struct LeagueRun {
  Task::Body body;
  void* data;
  Icvs icvs;
  Team* head;  // the first thread's team: stands for the league
  std::uint32_t size;
  bool by_turns;
};

// How many teams of a league of this size may run at a time: as many as there are processors for this thread,
// when the threads of the regions around it have their shares.
std::uint32_t processors_for_league(const Thread& self, std::uint32_t size);

// By the thread that met the construct: offers teams [first, run.size) to so many threads, itself included.
// Null when there is no other thread.
Team* call_helpers(Thread& self, const LeagueRun& run, std::uint32_t first, std::uint32_t threads);

// A idle member's part: runs teams as long as some are left.
void help_league(Thread& self, Member& slot);

// Starts and runs one team on the calling thread, which is in `team`; its initial task has not ended.
void run_team(Thread& self, Team& team, const LeagueRun& run, std::uint32_t number);

}  // namespace limpid::core
