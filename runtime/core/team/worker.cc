// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start routine of a worker's native thread, from its first event to its last.
#include "base/check.h"
#include "core/data/thread.h"
#include "core/memory/threadprivate.h"
#include "core/team/after_fork.h"
#include "core/team/pool.h"
#include "core/team/tool_callback.h"
#include "core/team/worker_loop.h"
#include "events/emit.h"
#include "platform/os_thread.h"

namespace limpid::core {
namespace {

void begin_worker(Thread& self) {
  LIMPID_DCHECK(!self.tools.began && self.member == nullptr);
  t_self = &self;
  self.identity.native_id = platform::native_thread_id();
  self.identity.native_handle = platform::native_thread_handle();
  self.process_generation = process_generation();
  self.state.store(State::idle, std::memory_order_relaxed);
  self.tools.began = true;
  events::emit<events::ThreadBegin>(self, events::ThreadKind::worker);
  events::emit<events::Idle>(self, events::Endpoint::begin);
}

void end_worker(Thread& self) {
  LIMPID_DCHECK(t_self == &self && self.member == nullptr);  // it has left its last slot
  events::emit<events::Idle>(self, events::Endpoint::end);
  end_copies(self);
  events::emit<events::ThreadEnd>(self);
  release_tool_callback(self);
  self.task = nullptr;
  self.member = nullptr;
  self.team = nullptr;
  t_self = &g_unregistered;
  worker_ended(self);
}

}  // namespace

void* worker_main(void* thread) {
  Thread& self = *static_cast<Thread*>(thread);
  begin_worker(self);
  Member* slot = wait_for_slot(self);
  while (slot != nullptr) {
    run_worker_loop(self, *slot);
    slot = return_to_pool(self);
  }
  end_worker(self);
  return nullptr;
}

}  // namespace limpid::core
