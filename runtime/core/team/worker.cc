// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker's native thread, from its first event to its last.
#include "base/check.h"
#include "core/memory/threadprivate.h"
#include "core/team/after_fork.h"
#include "core/team/dock.h"
#include "core/team/off_duty.h"
#include "core/team/pool.h"
#include "core/team/thread.h"
#include "events/spine.h"
#include "platform/os_thread.h"

namespace limpid::core {
namespace {

void begin_worker(Thread& self) {
  LIMPID_DCHECK(!self.began && self.member == nullptr);
  t_self = &self;
  self.native_id = platform::native_thread_id();
  self.native_handle = platform::native_thread_handle();
  self.process_generation = process_generation();
  self.state.store(State::idle, std::memory_order_relaxed);
  self.began = true;
  events::emit<events::ThreadBegin>(self, events::ThreadKind::worker);
  events::emit<events::Idle>(self, events::Endpoint::begin);
}

void end_worker(Thread& self) {
  LIMPID_DCHECK(t_self == &self && self.member == nullptr);  // it has left its last seat
  events::emit<events::Idle>(self, events::Endpoint::end);
  end_copies(self);
  events::emit<events::ThreadEnd>(self);
  release_off_duty(self);
  self.task = nullptr;
  self.member = nullptr;
  self.team = nullptr;
  t_self = &g_stranger;
  worker_ended(self);
}

}  // namespace

void* worker_main(void* thread) {
  Thread& self = *static_cast<Thread*>(thread);
  begin_worker(self);
  Member* seat = wait_for_seat(self);
  while (seat != nullptr) {
    serve(self, *seat);
    seat = return_to_pool(self);
  }
  end_worker(self);
  return nullptr;
}

}  // namespace limpid::core
