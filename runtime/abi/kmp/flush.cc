// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/kmp/ident.h"
#include "core/team/door.h"
#include "events/spine.h"
#include "platform/cpu.h"

using namespace limpid;
using abi::Ident;

extern "C" {

void __kmpc_flush(const Ident*) {
  platform::full_fence();
  if (!events::listening(events::Event::flush)) [[likely]]
    return;
  core::Thread& self = core::this_thread();
  core::Door door(self);
  events::emit<events::Flush>(self, self.return_address);
}
}
