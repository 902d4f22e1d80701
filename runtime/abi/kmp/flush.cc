// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>

#include "abi/kmp/ident.h"
#include "core/team/door.h"
#include "events/spine.h"

using namespace limpid;
using abi::Ident;

extern "C" {

void __kmpc_flush(const Ident*) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!events::listening(events::Event::flush)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  events::emit<events::Flush>(self, self.return_address);
}
}
