// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What observers are told of a thread's wait, and the thread's state meanwhile: the kinds of WaitScope.
#pragma once

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

// A wait in a synchronization construct: sync_wait events.
class SyncWaitEvents {
 public:
  // where: the construct's return address; tasks that run in between change the thread's own.
  SyncWaitEvents(events::SyncKind kind, const void* where) : kind_(kind), where_(where) {}
  void set_where(const void* where) { where_ = where; }

  [[nodiscard]] State state() const { return state_of(kind_); }
  void emit_begin(Thread& self, uint64_t) const {
    if (events::is_observed(events::EventId::sync_wait)) [[unlikely]]
      emit(self, events::Endpoint::begin, self.team);
  }
  void emit_end(Thread& self, uint64_t, Team* team) const {
    if (events::is_observed(events::EventId::sync_wait)) [[unlikely]]
      emit(self, events::Endpoint::end, team);
  }

 private:
  // Not inlined into the loops that wait, which have no register to spare.
  [[gnu::noinline]] void emit(Thread& self, events::Endpoint endpoint, Team* team) const {
    events::notify<events::SyncWait>(self, kind_, endpoint, team, *self.task, where_);
  }

  events::SyncKind kind_;
  const void* where_;
};

// A wait for exclusive execution: a lock, a critical or ordered region. mutex_wait events.
class MutexWaitEvents {
 public:
  MutexWaitEvents(events::MutexKind kind, State state) : kind_(kind), state_(state) {}

  [[nodiscard]] State state() const { return state_; }
  void emit_begin(Thread& self, uint64_t wait_id) const {
    events::emit<events::MutexWait>(self, kind_, events::Endpoint::begin, wait_id);
  }
  void emit_end(Thread& self, uint64_t wait_id, Team*) const {
    events::emit<events::MutexWait>(self, kind_, events::Endpoint::end, wait_id);
  }

 private:
  events::MutexKind kind_;
  State state_;
};

// A wait that is no construct of the program's: a state, and no events.
class NoWaitEvents {
 public:
  explicit NoWaitEvents(State state) : state_(state) {}

  [[nodiscard]] State state() const { return state_; }
  void emit_begin(Thread&, uint64_t) const {}
  void emit_end(Thread&, uint64_t, Team*) const {}

 private:
  State state_;
};

}  // namespace limpid::core
