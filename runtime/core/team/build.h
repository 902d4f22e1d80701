// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forming the team of a region, from the leader's cached teams if possible.
#pragma once

#include <stdint.h>

#include "core/data/team.h"

namespace limpid::core {

// The leader's hot team, with size members and a thread in each slot. It has fewer members when no more
// threads are available. For size 1 the leader's serial team.
Team& form_team(Thread& self, uint32_t size);
// The same for a slot that the leader has left for a team inside.
Team& form_team(Thread& self, Member& place, uint32_t size);

// Another thread takes a slot: from now on it leads the teams cached at the slot, and those cached at their
// leaders' slots.
void lead_cached_teams(Thread& self, Member& place);

// Ends the teams cached at a slot; their workers go to the pool. Not while a region of theirs is active.
void release_teams(Member& place);

}  // namespace limpid::core
