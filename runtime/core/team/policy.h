// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of teams: fork, join and the pool. base/README.md says how they are judged.
#pragma once

#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic member_tree: members of a large team pass commands on and gather arrivals along a tree. Without: the leader
// writes to all, one line each, all in flight at once. Serves parallel (with 2 and 16 threads).
// Wins: open: -2.7 % (-47.3 to +36.0), -28.1 % (-40.7 to -10.7); 21 pairs. Kept: it is for teams of more than 12 threads with a
// processor each, which only a larger machine can judge; with 16 threads on 2 processors it loses.
inline constexpr uint32_t kLargestFlatTeam = 12;  // members
inline constexpr uint32_t kTreeFanout = 4;        // members

// Heuristic late_look: a member whose region's end is observed waits a little before it looks for it, so that the
// leader keeps the line, unless threads outnumber processors. Without: it looks at once. Serves parallel (with a tool).
// Wins: +17.0 % (+2.7 to +80.2), -16.3 % (-18.9 to -12.7); 81 pairs. It lost with 8 threads, so it is off there since.
inline constexpr int kPollsBeforeLook = 20;

// Heuristic wake_with_leader: in a crowded team the last arrival wakes the workers together with the leader. Without:
// the leader alone. Serves parallel (with 2 and 8 threads).
// Wins: open: +7.3 % (-4.6 to +43.1), -1.0 % (-4.1 to +5.5); 81 pairs.

// Heuristic lock_prefetch: the leader fetches the line of its last reduction's lock at fork. Without: it does not.
// Serves reduction-several.
// Wins: open: +14.6 % (-9.0 to +32.3), +6.5 % (-0.1 to +12.1); 81 pairs.

}  // namespace limpid::policy
