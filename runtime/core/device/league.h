// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams construct: running a league of initial teams (OpenMP 5.1, section 2.7).
#pragma once

#include <cstdint>

#include "core/data/task.h"
#include "core/data/thread.h"

namespace limpid::core {

struct League {
  std::uint32_t lower = 0;  // num_teams(lower:upper); 0: no clause
  std::uint32_t upper = 0;
  std::uint32_t thread_limit = 0;  // 0: no clause
  const void* code = nullptr;      // the program's outlined function; null: it keeps the body inline
  bool sequential = false;         // the body must not run in several teams at a time
  // How several teams at a time keep to the processors if no limit is set. True: each team's share of them is
  // its thread limit, as in LLVM's runtime. False: only regions that ask for no number of threads get the
  // share, because GCC's runtime sets no limit and its programs rely on the number that they ask for.
  bool limits_threads = true;
};

// Built for events::Observed and events::Unobserved. Runs `body` once per team, several at a time if threads are available; nothing guarantees that two run
// concurrently. Teams that take turns have the whole machine each.
template <class A>
void run_league(Thread& self, const League& league, Task::Body body, void* data);

inline void run_league(Thread& self, const League& league, Task::Body body, void* data) {
  self.observers.are_absent() ? run_league<events::Unobserved>(self, league, body, data)
                              : run_league<events::Observed>(self, league, body, data);
}

// For a compiler that keeps the body inline and loops around it. The teams take turns on the encountering
// thread, each with the whole machine for its parallel regions. begin_league() starts the first team; each
// next_team() ends a team and starts the next one, or returns false when the league is over and the thread is
// back in the encountering task. The encountering task's enter frame stays set meanwhile: begin_league()
// follows note_entry(), and the last next_team() clears the frame.
void begin_league(Thread& self, const League& league);
bool next_team(Thread& self);

}  // namespace limpid::core
