// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WaitScope: a thread's state, wait id and events while it waits.
#pragma once

#include "base/check.h"
#include "core/data/state.h"
#include "core/data/thread.h"
#include "core/data/wait_events.h"

namespace limpid::core {

// A wait of a thread: between begin() and end() its state and wait id say what it waits for. It may begin and
// end any number of times, as a thread that runs a task does not wait meanwhile. Each call has an effect only
// if it changes whether the thread waits.
//
// Events   what observers are told: SyncWaitEvents, MutexWaitEvents or NoWaitEvents (wait_events.h). The thread
//          has its waiting state during both events.
// Owner    the thread; on its stack.
template <class Events>
class WaitScope : public Events {
 public:
  // wait_id: the address or region id that the thread waits for.
  WaitScope(Thread& self, Events events, uint64_t wait_id) : Events(events), self_(self), wait_id_(wait_id) {}
  WaitScope(const WaitScope&) = delete;
  WaitScope& operator=(const WaitScope&) = delete;

  // Sets the wait id: the id of the region whose barrier it is.
  void set_wait_id(uint64_t wait_id) {
    LIMPID_DCHECK(!waiting_);  // the thread's wait id would not change with it
    wait_id_ = wait_id;
  }

  void begin() {
    if (waiting_) return;
    begin_silently();
    Events::emit_begin(self_, wait_id_);
  }

  // Without the event: for a wait whose end will not be emitted, even if there is an observer by then.
  void begin_silently() {
    if (waiting_) return;
    waiting_ = true;
    outer_state_ = self_.state.load(std::memory_order_relaxed);
    outer_wait_id_ = self_.wait_id.load(std::memory_order_relaxed);
    self_.wait_id.store(wait_id_, std::memory_order_relaxed);
    self_.state.store(Events::state(), std::memory_order_relaxed);
  }

  // Ends a silent wait without restoring the state: the region or league that begins next sets it.
  void abandon() { waiting_ = false; }

  // team: what the end event shows; null after a barrier that ended its region.
  void end(Team* team) {
    if (!waiting_) return;
    Events::emit_end(self_, wait_id_, team);
    end_silently();
  }

  void end_silently() {
    if (!waiting_) return;
    // Tasks and callbacks that ran in between have restored both.
    LIMPID_DCHECK(self_.state.load(std::memory_order_relaxed) == Events::state());
    LIMPID_DCHECK(self_.wait_id.load(std::memory_order_relaxed) == wait_id_);
    waiting_ = false;
    self_.state.store(outer_state_, std::memory_order_relaxed);
    self_.wait_id.store(outer_wait_id_, std::memory_order_relaxed);
  }

 protected:
  [[nodiscard]] bool is_waiting() const { return waiting_; }

 private:
  Thread& self_;
  uint64_t wait_id_;
  uint64_t outer_wait_id_ = 0;
  State outer_state_ = State::undefined;
  bool waiting_ = false;
};

// A wait that lasts as long as the object.
template <class Events>
class FullWait : WaitScope<Events> {
 public:
  FullWait(Thread& self, Events events, uint64_t wait_id) : WaitScope<Events>(self, events, wait_id) {
    this->begin();
  }
  ~FullWait() { this->end(nullptr); }
};

// The wait of a thread in a synchronization construct: a barrier, taskwait or taskgroup.
class SyncWaitScope : public WaitScope<SyncWaitEvents> {
 public:
  SyncWaitScope(Thread& self, events::SyncKind kind, uint64_t wait_id)
      : WaitScope(self, SyncWaitEvents(kind, self.return_address), wait_id) {}

  void set_return_address(const void* where) {
    LIMPID_DCHECK(!is_waiting());  // the begin of a wait and its end have the same address
    set_where(where);
  }
};

}  // namespace limpid::core
