// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waking the members of a team whose tasks have all finished.
#pragma once

#include "core/data/team.h"

namespace limpid::core {

// The leader sleeps at its own mailbox while it waits for the end of the region. notify() is an RMW; a load
// of the parker's word would not do: the counters of finished tasks were written with plain stores, which a
// later load may overtake and an RMW may not.
inline void wake_leader(Team& team) {
  team.members[0].mailbox.parker.notify();
}

// The region's tasks may have finished on a thread outside of the team: wakes the members that wait for them
// at the region's end or at a barrier.
inline void announce_quiescence(Team& team) {
  wake_leader(team);
  if (team.barrier.gate.has_sleepers()) team.barrier.gate.wake_all();
}

}  // namespace limpid::core
