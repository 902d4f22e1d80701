// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams construct (OpenMP 5.1, section 2.7).
#pragma once

#include <cstdint>

#include "core/task/task.h"
#include "core/team/thread.h"

namespace limpid::core {

struct League {
  std::uint32_t lower = 0;  // num_teams(lower:upper); 0: no clause
  std::uint32_t upper = 0;
  std::uint32_t thread_limit = 0;  // 0: no clause
  const void* code = nullptr;      // the program's outlined function; null: it keeps the body inline
  bool by_turns = false;           // the body does not bear other teams beside it
  // What keeps several teams at a time to the processors, where nobody has set a limit: the thread limit of
  // each is its share of them, as LLVM's runtime has it; or only regions that ask for no number of threads
  // get that share, because GCC's runtime sets no limit and its programs count on what they ask for.
  bool limits_threads = true;
};

// Runs `body` once per team, several at a time on threads that are there for it. Nothing promises that two
// do. Teams that take turns have the whole machine each.
void run_league(Thread& self, const League& league, Task::Body body, void* data);

// For a compiler that keeps the body inline and loops around it; the teams take turns on the encountering
// thread, each with the whole machine for its parallel regions: begin_league() starts the first team; each
// next_team() ends a team and starts the next one, or answers false when the league is over and the thread is
// back in the encountering task. That one's enter frame stays set meanwhile: begin_league() follows
// note_entry(), next_team() takes the note back.
void begin_league(Thread& self, const League& league);
bool next_team(Thread& self);

}  // namespace limpid::core
