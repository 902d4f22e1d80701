// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams of one thread with an initial task: what a target region and each team of a league start with
// (OpenMP 5.1, section 1.3).
#pragma once

#include <cstdint>

#include "core/icv/icv.h"
#include "core/team/team.h"

namespace limpid::core {

// What an initial team belongs to.
struct Origin {
  std::uint64_t region_id;
  Task* encountering;
  Team* around;  // the encountering task's
  const void* created_at;
};

// Moves the calling thread into a team of one at nesting level 0, inside its present task. The team is the
// cached serial one of the thread's place, so that workers of regions inside stay hot from one construct to
// the next; it begins a contention group. No task runs yet.
Team& enter_initial_team(Thread& self);
// The same for a thread that does not run the encountering task.
Team& enter_initial_team(Thread& self, const Origin& origin);
// Back to the task that encountered the construct.
void leave_initial_team(Thread& self, Team& team);
// The team is over; the next user of its memory may be a parallel region.
void retire_initial_team(Team& team);

// Starts the initial task of the team and states its begin; `index` is what the event says, 1 outside a
// league.
Task& begin_initial_task(Thread& self, Team& team, const Icvs& icvs, std::uint32_t index);
// Waits for the tasks that the initial task has left, and states the end. With a helpers also for the teams that
// its members run: for the last team of a league that runs on the encountering thread.
void end_initial_task(Thread& self, Team& team, std::uint32_t index, Team* helpers = nullptr);

}  // namespace limpid::core
