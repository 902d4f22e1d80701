// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_scope_start: the scope construct with task reductions.
#include "core/data/entry.h"
#include "core/loop/sections.h"

using namespace limpid;

extern "C" void GOMP_scope_start(uintptr_t* reductions) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::start_scope(self, reductions);
}
