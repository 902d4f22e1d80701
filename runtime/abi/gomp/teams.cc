// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams construct, on the host and inside a target region.
#include "core/data/entry.h"
#include "core/device/league.h"

using namespace limpid;

extern "C" {

// Host teams. 0: no clause; num_teams(lower:upper) comes as upper. No flag is defined.
void GOMP_teams_reg(void (*body)(void*), void* data, unsigned num_teams, unsigned thread_limit, unsigned) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::League league{num_teams, num_teams, thread_limit, reinterpret_cast<const void*>(body)};
  league.limits_threads = false;
  core::run_league(self, league, body, data);
}

// Teams in a target region: the compiled code runs the body as long as the result is true.
bool GOMP_teams4(unsigned lower, unsigned upper, unsigned thread_limit, bool first) {
  core::Thread& self = core::this_thread();
  if (!first) {
    core::EntryScope entry(self);
    return core::next_team(self);
  }
  core::note_entry(self);
  core::begin_league(self, {lower, upper, thread_limit});
  return true;
}

// Before GCC 12. Called once, and the body runs once, as the only team; its end is not reported.
void GOMP_teams(unsigned, unsigned thread_limit) {
  core::Icvs& icvs = core::this_thread().task->icvs;
  if (thread_limit != 0 && thread_limit < core::kNoThreadLimit) icvs.thread_limit = thread_limit;
}
}
