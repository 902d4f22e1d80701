// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial teams: a target region and each team of a league begin as a team of one thread with an initial task
// (OpenMP 5.1, section 1.3).
#pragma once

#include <cstdint>

#include "core/data/team.h"
#include "core/icv/icv.h"

namespace limpid::core {

// What an initial team belongs to.
struct Origin {
  std::uint64_t region_id;
  Task* encountering;
  Team* around;  // the encountering task's team
  const void* created_at;
};

// Moves the calling thread into a team of one at nesting level 0, inside its current task. The team is the
// serial one cached at the thread's slot, so that workers of regions inside stay hot from one construct to
// the next. It begins a contention group. No initial task is started yet.
Team& enter_initial_team(Thread& self);
// The same for a thread that does not run the encountering task.
Team& enter_initial_team(Thread& self, const Origin& origin);
// Returns to the task that encountered the construct.
void leave_initial_team(Thread& self, Team& team);
// Ends the team's use as an initial team; the next user of its memory may be a parallel region.
void retire_initial_team(Team& team);

// Starts the initial task of the team and emits its begin, with `index`, which is 1 outside a league. This and
// end_initial_task() are built for events::Observed and events::Unobserved.
template <class A>
Task& begin_initial_task(Thread& self, Team& team, const Icvs& icvs, std::uint32_t index);
// Waits for the tasks that the initial task has left, and emits its end. With helpers, for the last team of a
// league on the encountering thread: also waits for the teams that they run.
template <class A>
void end_initial_task(Thread& self, Team& team, std::uint32_t index, Team* helpers = nullptr);

}  // namespace limpid::core
