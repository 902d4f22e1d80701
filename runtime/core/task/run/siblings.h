// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order a thread that waits runs the children of its task that lie in its own deque.
//
// The youngest first, as a rule: it is the warmest in the caches, and the owner takes it without meeting thieves. But
// many children of one task, each of which takes long, are most often a loop over data. The sequential program would
// walk through these data upwards, and so the hardware fetches ahead. Such children run in the order of their creation.
// If the loop comes again, a thread should meet the same data: thieves take from the old end, so the creator begins with its
// share at the young end, and meets the thieves where both are nearly done.
#pragma once

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/policy.h"

namespace limpid::core {

// Slow part of run_many_siblings().
uint32_t run_siblings(Thread& self);

// At the begin of a wait of self's task: if its deque holds many children of the task, runs a few of the youngest. If these
// take long, runs the youngest ones that are its share, then the oldest ones that thieves have left, each in the order of
// their creation. Tasks with a priority go before them. Returns how many it ran.
inline uint32_t run_many_siblings(Thread& self) {
  if (!self.member->tasks.ready.may_hold(policy::kManySiblings)) [[likely]]
    return 0;
  return run_siblings(self);
}

}  // namespace limpid::core
