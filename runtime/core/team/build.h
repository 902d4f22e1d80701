// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forming the team of a region out of what its leader has already.
#pragma once

#include <stdint.h>

#include "core/team/team.h"

namespace limpid::core {

// The leader's hot team with room for up to size threads, threads in their slots. It has fewer than size members when
// no more threads can be had. For size 1 the leader's serial team.
Team& form_team(Thread& self, uint32_t size);
// The same for a place that the leader has left for a team inside.
Team& form_team(Thread& self, Member& place, uint32_t size);

// Another thread sits down at a place: from now on it leads the teams cached there, and those at their
// leaders' places.
void lead_cached_teams(Thread& self, Member& place);

// Ends the teams cached at a place; their workers go to the pool. Not inside a region of theirs.
void release_teams(Member& place);

}  // namespace limpid::core
