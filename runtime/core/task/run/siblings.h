// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In which order a thread that waits runs the children of its task that lie in its own deque.
//
// The youngest first, as a rule: it is the warmest in the caches, and the owner takes it without meeting thieves. But
// many children of one task, each of which takes long, are most often a loop over data. The sequential program would
// walk through these data upwards, and so the hardware fetches ahead. Such children run in the order of their creation.
#pragma once

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/policy.h"

namespace limpid::core {

// Slow part of run_many_siblings().
uint32_t run_siblings(Thread& self);

// At the begin of a wait of self's task: if its deque holds many children of the task and the first ones take long, runs
// them in the order of their creation, from the end at which thieves take them, and tasks with a priority before
// them. Returns how many it ran.
inline uint32_t run_many_siblings(Thread& self) {
  if (!self.member->tasks.ready.may_hold(policy::kManySiblings)) [[likely]]
    return 0;
  return run_siblings(self);
}

}  // namespace limpid::core
