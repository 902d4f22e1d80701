// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of a team, with and without cancellation.
#pragma once

#include "core/data/team.h"
#include "core/data/thread.h"
#include "events/events.h"

namespace limpid::core {

// Waits until all members of the thread's team have arrived and all tasks of the team are finished; runs
// tasks meanwhile. kind is one of SyncKind's barriers. What any member wrote before the barrier is visible to
// every member after it. Instantiated for events::Observed and events::Unobserved.
template <class A>
void barrier(Thread& self, events::SyncKind kind);

inline void barrier(Thread& self, events::SyncKind kind) {
  self.observers.are_absent() ? barrier<events::Unobserved>(self, kind)
                              : barrier<events::Observed>(self, kind);
}

// The same, but ends early if the region is cancelled. Returns whether it was.
template <class A>
bool barrier_cancellable(Thread& self, events::SyncKind kind);

inline bool barrier_cancellable(Thread& self, events::SyncKind kind) {
  return self.observers.are_absent() ? barrier_cancellable<events::Unobserved>(self, kind)
                                     : barrier_cancellable<events::Observed>(self, kind);
}

// Called by every member between the publication of a copyprivate value and the copies. These are ordered
// without it, but by no event, so a race detector that follows the events would report a race. The barrier is
// executed in regions with JoinMode::emitted, because all members agree on that, even if observers change.
// The call is not inlined, so that a region without observers saves no registers for it.
void execute_order_for_observers(Thread& self);
inline void order_for_observers(Thread& self) {
  if (self.team_size > 1 && self.team->join_mode == JoinMode::emitted) [[unlikely]]
    execute_order_for_observers(self);
}

// The barrier at the end of the last team that the encountering thread runs: also waits until the helpers
// have no team left to run. self's team has one thread.
void barrier_with_helpers(Thread& self, Team& helpers);

}  // namespace limpid::core
