// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WaitEvents: a thread's state and events while it waits in a synchronization construct.
#pragma once

#include "base/check.h"
#include "core/data/state.h"
#include "core/data/team.h"
#include "events/emit.h"

namespace limpid::core {

// The state of a thread that waits in a construct of this kind.
inline State state_of(events::SyncKind kind) {
  using events::SyncKind;
  switch (kind) {
    case SyncKind::barrier_explicit:
      return State::wait_barrier_explicit;
    case SyncKind::barrier_implicit_workshare:
      return State::wait_barrier_implicit_workshare;
    case SyncKind::barrier_implicit_parallel:
      return State::wait_barrier_implicit_parallel;
    case SyncKind::barrier_teams:
      return State::wait_barrier_teams;
    case SyncKind::taskwait:
      return State::wait_taskwait;
    case SyncKind::taskgroup:
      return State::wait_taskgroup;
    case SyncKind::barrier_implementation:
    case SyncKind::reduction:
      break;
  }
  return State::wait_barrier_implementation;
}

// Emits the begin and end of each interval in which a thread waits inside one synchronization construct: it
// does not wait while it runs a task, so there may be several pairs. Also sets its state and wait id.
class WaitEvents {
 public:
  WaitEvents(Thread& self, events::SyncKind kind, uint64_t wait_id)
      : self_(self), kind_(kind), wait_id_(wait_id), where_(self.return_address) {}

  // Sets the construct's return address: tasks that run in between change the thread's own.
  void set_return_address(const void* where) {
    LIMPID_DCHECK(!waiting_);
    where_ = where;
  }

  // Sets the wait id: the id of the region whose barrier it is.
  void set_wait_id(uint64_t wait_id) {
    LIMPID_DCHECK(!waiting_);  // the thread's wait id would not change with it
    wait_id_ = wait_id;
  }

  void begin() {
    if (waiting_) return;
    begin_silently();
    if (events::is_observed(events::EventId::sync_wait)) [[unlikely]]
      emit(events::Endpoint::begin, self_.team);
  }

  // Sets only the state: for a wait whose end will not be emitted, even if there is an observer by then.
  void begin_silently() {
    if (waiting_) return;
    waiting_ = true;
    working_state_ = self_.state.load(std::memory_order_relaxed);
    self_.wait_id.store(wait_id_, std::memory_order_relaxed);
    self_.state.store(state_of(kind_), std::memory_order_relaxed);
  }

  // Ends a silent wait without restoring the state: the region or league that begins next sets it.
  void abandon() { waiting_ = false; }

  // team: what the end event shows; null after a barrier that ended its region.
  void end(Team* team) {
    if (!waiting_) return;
    if (events::is_observed(events::EventId::sync_wait)) [[unlikely]]
      emit(events::Endpoint::end, team);
    end_silently();
  }

  void end_silently() {
    if (!waiting_) return;
    // Tasks that ran in between have restored both.
    LIMPID_DCHECK(self_.state.load(std::memory_order_relaxed) == state_of(kind_));
    LIMPID_DCHECK(self_.wait_id.load(std::memory_order_relaxed) == wait_id_);
    waiting_ = false;
    self_.state.store(working_state_, std::memory_order_relaxed);
    self_.wait_id.store(0, std::memory_order_relaxed);
  }

 private:
  // Not inlined into the loops that wait, which have no register to spare.
  [[gnu::noinline]] void emit(events::Endpoint endpoint, Team* team) const {
    events::notify<events::SyncWait>(self_, kind_, endpoint, team, *self_.task, where_);
  }

  Thread& self_;
  events::SyncKind kind_;
  uint64_t wait_id_;
  const void* where_;
  State working_state_ = State::undefined;
  bool waiting_ = false;
};

}  // namespace limpid::core
