// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's state and events while it waits for a lock or a critical section.
#pragma once

#include "core/data/thread.h"
#include "events/emit.h"

namespace limpid::core {

// The scope of a wait for exclusive execution: sets the thread's state and emits the two events. The thread
// still has its waiting state when the end is emitted.
class ExclusionWait {
 public:
  ExclusionWait(Thread& self, events::MutexKind kind, State state, uint64_t wait_id)
      : self_(self), scope_(self, state, wait_id), wait_id_(wait_id), kind_(kind) {
    events::emit<events::MutexWait>(self_, kind_, events::Endpoint::begin, wait_id_);
  }
  ~ExclusionWait() { events::emit<events::MutexWait>(self_, kind_, events::Endpoint::end, wait_id_); }
  ExclusionWait(const ExclusionWait&) = delete;
  ExclusionWait& operator=(const ExclusionWait&) = delete;

 private:
  Thread& self_;
  StateScope scope_;
  uint64_t wait_id_;
  events::MutexKind kind_;
};

}  // namespace limpid::core
