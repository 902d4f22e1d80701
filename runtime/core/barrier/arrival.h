// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting the arrivals of a team's members at a barrier and at the join.
#pragma once

#include "base/check.h"
#include "core/data/team.h"

namespace limpid::core {

// Arrivals are counted up a tree of members. The team's fanout selects the algorithm: with fanout >= size it
// is a central counter in the leader's slot; larger teams use a combining tree, so that no line is written by
// more than fanout + 1 threads.
//
// Orders   [arrive.count] acq_rel decrement, pairs with itself up to the root: the member that completes the
//          root has seen everything that every member wrote before its arrival.
// Reset    the member that completes a node refills it before going up: no member can arrive there again
//          before the root is complete and the team is released.

inline uint32_t branch_of(const Team& team, uint32_t index) {
  LIMPID_DCHECK(index != 0);  // the root is no branch
  return (index - 1) / team.fanout;
}

inline uint32_t first_branch(const Team& team, uint32_t index) {
  return index * team.fanout + 1;
}

// One past the last branch below index.
inline uint32_t end_branch(const Team& team, uint32_t index) {
  const uint32_t size = team.size;
  LIMPID_DCHECK(index < size);
  const uint64_t end = uint64_t{index} * team.fanout + team.fanout + 1;
  return end < size ? static_cast<uint32_t>(end) : size;
}

// A member arrives at a barrier. True for the member that completes it.
inline bool arrive_at_barrier(Team& team, uint32_t index) {
  for (;;) {
    Member& node = team.members[index];
    if (node.arrivals_expected > 1) {
      // A member counts as missing until it arrives. In a cancelled region some leave before all arrive.
      LIMPID_DCHECK(node.barrier_arrivals.missing() - 1 < node.arrivals_expected ||
                    team.cancelled.load(std::memory_order_relaxed));
      if (!node.barrier_arrivals.arrive()) return false;
      node.barrier_arrivals.refill(node.arrivals_expected);
    }
    if (index == 0) return true;
    index = branch_of(team, index);
  }
}

// A worker arrives at the join. The leader is not counted: it waits until the root's count is 0. True for the
// worker that completes it.
inline bool arrive_at_join(Team& team, uint32_t index) {
  for (;;) {
    Member& node = team.members[index];
    // A member counts as missing until it arrives. In the child of fork(2), a team of one, no leader waits.
    LIMPID_DCHECK(node.arrivals_expected == 1 || team.size == 1 ||
                  node.join_arrivals.missing() - 1 < node.arrivals_expected);
    if (index == 0) return node.join_arrivals.arrive_at_join();
    if (node.arrivals_expected > 1) {
      if (!node.join_arrivals.arrive()) return false;
      node.join_arrivals.refill(node.arrivals_expected);
    }
    index = branch_of(team, index);
  }
}

inline bool all_joined(const Team& team) {
  const Member& root = team.members[0];
  LIMPID_DCHECK(root.join_arrivals.missing() < root.arrivals_expected);  // the leader is not counted
  return root.join_arrivals.is_complete();
}

// Sets every count of the team to "no member has arrived". Only while all members are idle.
void refill_arrivals(Team& team);

}  // namespace limpid::core
