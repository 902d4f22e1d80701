// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The helpers of a league: idle members of the encountering thread's hot team, which run teams beside that
// thread. That they are members of one team otherwise has no effect in the league and is visible nowhere.
#pragma once

#include <cstdint>

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"

namespace limpid::core {

// A league that is being executed; on the stack of the encountering thread.
struct LeagueRun {
  Task::Body body;
  void* data;
  Icvs icvs;
  Team* head;  // the encountering thread's team: represents the league
  std::uint32_t size;
  bool sequential;
};

// How many teams of a league of this size may run at a time: this thread's share of the processors, which the
// threads of the regions around it divide among them.
std::uint32_t processors_for_league(const Thread& self, std::uint32_t size);

// For the encountering thread: offers teams [first, run.size) to that many threads, itself included. Null
// when there is no other thread.
Team* call_helpers(Thread& self, const LeagueRun& run, std::uint32_t first, std::uint32_t threads);

// For an idle member: runs teams until all are taken.
void help_league(Thread& self, Member& slot);

// Starts and runs one team on the calling thread, which is in `team`; its initial task has not ended. Built for
// events::Observed and events::Unobserved.
template <class A>
void run_team(Thread& self, Team& team, const LeagueRun& run, std::uint32_t number);

}  // namespace limpid::core
