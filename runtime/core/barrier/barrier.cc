// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers: arrive, run tasks or sleep until all have arrived, and leave together.
#include "core/barrier/barrier.h"

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/data/idle_sleep.h"
#include "core/data/team.h"
#include "core/data/wait_scope.h"
#include "core/data/wake_apart.h"
#include "core/loop/cancel.h"
#include "core/loop/region.h"
#include "core/task/detach/in_flight.h"
#include "core/task/queue/scheduling.h"
#include "platform/upper_halves.h"
#include "sync/backoff.h"

namespace limpid::core {

using events::Endpoint;
using events::SyncKind;

namespace {

bool done_early(const Team& team, bool cancellable) {
  return cancellable && team.cancelled.load(std::memory_order_acquire);  // pairs with cancel_region()
}

// After all have arrived: if the remaining tasks are finished, opens the gate, once.
bool open_if_tasks_are_done(Team& team, uint16_t generation) {
  if (!team.barrier.is_full(generation) || !tasks_quiescent(team)) return false;
  team.barrier.open_full(generation);
  return true;
}

// Sleeps at the gate until it opens, a task appears, or the region is cancelled. May return early.
void sleep_at_gate(Thread& self, Team& team, uint16_t generation, bool cancellable) {
  IdleSleep idle(team.tasks, self.member->tasks);
  sleep_apart(self, [&] {
    idle.sleep_unless(team.barrier.gate, [&] {
      return team.barrier.gate.passed(generation) || tasks_visible(team) || done_early(team, cancellable) ||
             open_if_tasks_are_done(team, generation);
    });
  });
}

// The team in the end events: none for a teams region, which ends with its barrier.
Team* team_at_end(Team& team, SyncKind kind) {
  return kind == SyncKind::barrier_teams ? nullptr : &team;
}

// A team of one waits only for its own deferred tasks (detached ones, for example).
void finish_tasks_alone(Thread& self, Team& team, SyncKind kind) {
  LIMPID_DCHECK(team.size == 1);
  SyncWaitScope wait(self, kind, team.region.id);
  sync::Backoff backoff(team.spin_policy, self.spin_limit);
  while (!tasks_quiescent(team)) {
    if (tasks_visible(team)) {
      wait.end(&team);
      if (run_ready_tasks(self)) continue;
    }
    wait.begin();
    if (tasks_in_flight() && help_in_flight(self)) continue;
    if (!backoff.again())
      team.barrier.gate.sleep_unless([&] { return tasks_visible(team) || tasks_quiescent(team); });
  }
  wait.end(team_at_end(team, kind));
}

// A task may have called fork(2): in the child the other members do not exist, hence the test of the size.
// Every member emits a wait, even if it finds the gate open, because that depends on timing.
template <class A>
void wait_for_opening(Thread& self, Team& team, uint16_t generation, SyncKind kind, bool cancellable) {
  SyncWaitScope wait(self, kind, team.region.id);
  sync::Backoff backoff(team.spin_policy, self.spin_limit);
  if (events::is_observed_as<A>(events::EventId::sync_wait)) wait.begin();
  while (!team.barrier.gate.passed(generation) && !done_early(team, cancellable)) {
    if (team.tasks.used.load(std::memory_order_relaxed)) {
      backoff.helps();
      if (poll_for_tasks(self)) {
        wait.end(&team);
        if (run_ready_tasks(self)) {
          if (team.size == 1) [[unlikely]]
            return finish_tasks_alone(self, team, kind);
          backoff.reset();
          continue;
        }
      } else {
        // The loop's condition decides whether the gate is open, and not this call's result: another member
        // may have won the right to open it and not done so yet.
        open_if_tasks_are_done(team, generation);
      }
    }
    wait.begin();
    if (tasks_in_flight() && help_in_flight(self)) [[unlikely]]
      continue;
    if (!backoff.again()) sleep_at_gate(self, team, generation, cancellable);
  }
  wait.end(&team);
}

// Emits a wait for a member that does not wait, so that every member emits the same kinds of event.
template <class A>
void emit_empty_wait(Thread& self, Team& team, SyncKind kind) {
  if (!events::is_observed_as<A>(events::EventId::sync_wait)) return;
  SyncWaitScope wait(self, kind, team.region.id);
  wait.begin();
  wait.end(team_at_end(team, kind));
}

// The last member to arrive opens the gate. If tasks are left, a member that finds them finished does.
template <class A>
void arrive_and_wait(Thread& self, Team& team, SyncKind kind, bool cancellable) {
  const uint16_t generation = team.barrier.gate.generation();
  if (arrive_at_barrier(team, self.index)) {
    // All have arrived, so the member that opened the gate at the last barrier has emptied it before.
    LIMPID_DCHECK(team.barrier.is_empty() || team.cancelled.load(std::memory_order_relaxed));
    if (!team.tasks.used.load(std::memory_order_relaxed)) {
      LIMPID_DCHECK(tasks_quiescent(team));  // no task was deferred
      if (team.barrier.gate.has_sleepers()) [[unlikely]]
        keep_members_apart(self, team);
      team.barrier.gate.open();
      emit_empty_wait<A>(self, team, kind);
      return;
    }
    team.barrier.set_full(generation);
  }
  wait_for_opening<A>(self, team, generation, kind, cancellable);
}

// What a barrier does between its begin and its end.
template <class A>
[[gnu::always_inline]] inline void pass(Thread& self, Team& team, SyncKind kind, bool cancellable) {
  if (team.size > 1) {
    arrive_and_wait<A>(self, team, kind, cancellable);
  } else if (team.tasks.used.load(std::memory_order_relaxed)) {
    finish_tasks_alone(self, team, kind);
  } else {
    emit_empty_wait<A>(self, team, kind);
  }
  platform::clear_upper_halves();
}

// A member that comes after the cancellation does not arrive: the waiting members are leaving.
template <class A>
[[gnu::always_inline]] inline bool pass_or_leave(Thread& self, Team& team, SyncKind kind) {
  if (!done_early(team, true))
    pass<A>(self, team, kind, true);
  else
    emit_empty_wait<A>(self, team, kind);
  return done_early(team, true);
}

template <class A>
void emit_region_left(Thread& self, const void* where) {
  note_region_left(self);
  events::emit_as<A, events::Cancel>(self, *self.task, events::CancelKind::parallel,
                                     events::CancelStage::detected, where);
}

// The leader of the helpers sleeps at its mailbox, where it also waits for the end of a region of that team.
void await_helpers(Thread& self, Team& helpers) {
  SyncWaitScope wait(self, SyncKind::barrier_teams, self.team->region.id);
  sync::Backoff backoff(helpers.spin_policy, self.spin_limit);
  if (events::is_observed(events::EventId::sync_wait)) [[unlikely]]
    wait.begin();
  const auto ended = [&] { return helpers.waiting_teams.all_ended(); };
  while (!ended()) {
    wait.begin();
    if (!backoff.again()) helpers.members[0].mailbox.parker.sleep_unless(ended);
  }
  wait.end(nullptr);
}

}  // namespace

void barrier_with_helpers(Thread& self, Team& helpers) {
  LIMPID_DCHECK(has_slot(self) && self.team->size == 1);
  constexpr SyncKind kKind = SyncKind::barrier_teams;
  const void* where = self.return_address;
  end_inlined_constructs(self);
  events::emit<events::SyncRegion>(self, kKind, Endpoint::begin, self.team, *self.task, where);
  if (self.team->tasks.used.load(std::memory_order_relaxed)) finish_tasks_alone(self, *self.team, kKind);
  self.return_address = where;
  await_helpers(self, helpers);
  events::emit<events::SyncRegion>(self, kKind, Endpoint::end, nullptr, *self.task, where);
}

template <class A>
void barrier(Thread& self, SyncKind kind) {
  LIMPID_DCHECK(has_slot(self));
  Team& team = *self.team;
  Task& task = *self.task;
  const void* where = self.return_address;  // tasks that run in the barrier change it
  end_inlined_constructs(self);
  events::emit_as<A, events::SyncRegion>(self, kind, Endpoint::begin, &team, task, where);
  pass<A>(self, team, kind, false);
  events::emit_as<A, events::SyncRegion>(self, kind, Endpoint::end, team_at_end(team, kind), task, where);
}

template <class A>
bool barrier_cancellable(Thread& self, SyncKind kind) {
  LIMPID_DCHECK(has_slot(self));
  Team& team = *self.team;
  if (done_early(team, true) && has_left_region(self)) return true;
  const void* where = self.return_address;
  end_inlined_constructs(self);
  events::emit_as<A, events::SyncRegion>(self, kind, Endpoint::begin, &team, *self.task, where);
  const bool cancelled = pass_or_leave<A>(self, team, kind);
  if (cancelled) emit_region_left<A>(self, where);
  events::emit_as<A, events::SyncRegion>(self, kind, Endpoint::end, &team, *self.task, where);
  return cancelled;
}

template void barrier<events::Observed>(Thread&, SyncKind);
template void barrier<events::Unobserved>(Thread&, SyncKind);
template bool barrier_cancellable<events::Observed>(Thread&, SyncKind);
template bool barrier_cancellable<events::Unobserved>(Thread&, SyncKind);

[[gnu::cold]] void execute_order_for_observers(Thread& self) {
  barrier_cancellable(self, events::SyncKind::barrier_implementation);
}

}  // namespace limpid::core
