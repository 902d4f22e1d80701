// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how the threads combine their copies, and excludes them from each other meanwhile.
#include "core/reduce/combining.h"

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/lock/lock_word.h"
#include "core/reduce/policy.h"
#include "core/task/run/run.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

// The program does not report the end of an atomic reduction: its end event could not be emitted, nor the
// thread's state reset. So the lock is used while events are observed. The leader's test at the region's
// start decides, so that all threads agree.
bool may_be_observed(const Team& team) {
  return team.join_mode != JoinMode::silent;
}

Combining choose(const Team& team, const CombiningMeans& means) {
  // The teams of a league combine with each other.
  if (team.size == 1)
    return team.league.is_league && team.league.size > 1 ? Combining::exclusive : Combining::alone;
  const bool atomic = policy::enabled(policy::atomic_reduction) && means.atomic &&
                      means.variables <= policy::kFewVariables && !may_be_observed(team);
  return atomic ? Combining::atomic : Combining::exclusive;
}

template <class A>
void emit_reduction(Thread& self, events::Endpoint endpoint) {
  events::emit_as<A, events::Reduction>(self, endpoint, *self.team, *self.task, self.return_address);
}

}  // namespace

template <class A>
Combining begin_combining(Thread& self, LockWord& lock, const CombiningMeans& means) {
  const Combining combining = choose(*self.team, means);
  // The program need not call end_combining() after an atomic reduction.
  LIMPID_DCHECK(current_combining(self) == Combining::none || current_combining(self) == Combining::atomic);
  self.member->workshares.combining = combining;
  if (combining == Combining::atomic) return combining;
  emit_reduction<A>(self, events::Endpoint::begin);
  self.state.store(State::work_reduction, std::memory_order_relaxed);
  if (combining == Combining::exclusive) {
    // Waiting workers have the line: it is written only when it changes.
    const LockWord*& last = self.team->reductions.combining_lock;
    if (self.index == 0 && last != &lock) last = &lock;
    lock.take(self, State::work_reduction);
  }
  return combining;
}

template <class A>
void end_combining(Thread& self, LockWord& lock) {
  Combining& combining = self.member->workshares.combining;
  LIMPID_DCHECK(combining != Combining::exclusive || lock.held_by(self));
  if (combining == Combining::exclusive) lock.release();
  if (combining == Combining::exclusive || combining == Combining::alone)
    emit_reduction<A>(self, events::Endpoint::end);
  self.state.store(working_state(self), std::memory_order_relaxed);
  combining = Combining::none;
}

template Combining begin_combining<events::Observed>(Thread&, LockWord&, const CombiningMeans&);
template Combining begin_combining<events::Unobserved>(Thread&, LockWord&, const CombiningMeans&);
template void end_combining<events::Observed>(Thread&, LockWord&);
template void end_combining<events::Unobserved>(Thread&, LockWord&);

Combining current_combining(const Thread& self) {
  return self.member->workshares.combining;
}

}  // namespace limpid::core
