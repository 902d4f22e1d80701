// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resets the counts of missing arrivals at a team's barriers and its join.
#include "core/barrier/arrival.h"

#include "base/check.h"

namespace limpid::core {

void refill_arrivals(Team& team) {
  LIMPID_DCHECK(team.size >= 1 && team.size <= team.capacity);
  LIMPID_DCHECK(team.fanout >= 1);
  for (uint32_t index = 0; index < team.size; ++index) {
    Member& node = team.members[index];
    uint32_t first = first_branch(team, index);
    uint32_t end = end_branch(team, index);
    uint32_t branches = end > first ? end - first : 0;
    LIMPID_DCHECK(branches <= team.fanout);
    node.arrivals_expected = branches + 1;
    node.barrier_arrivals.refill(branches + 1);
    node.join_arrivals.refill(index == 0 ? branches : branches + 1);
  }
}

}  // namespace limpid::core
