// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_flush: the flush construct.
#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "events/emit.h"
#include "platform/cpu.h"

using namespace limpid;
using abi::Ident;

extern "C" {

void __kmpc_flush(const Ident*) {
  platform::full_fence();
  if (!events::is_observed(events::EventId::flush)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  events::emit<events::Flush>(self, self.return_address);
}
}
