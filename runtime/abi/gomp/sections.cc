// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/sections.h"

#include "core/loop/loop.h"
#include "core/team/door.h"

using namespace limpid;

extern "C" {

unsigned GOMP_sections_start(unsigned count) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::start_sections(self, {count, nullptr, nullptr});
  return static_cast<unsigned>(core::next_section(self));
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::start_sections(self, {count, reductions, memory});
  return static_cast<unsigned>(core::next_section(self));
}

unsigned GOMP_sections_next() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  return static_cast<unsigned>(core::next_section(self));
}

void GOMP_sections_end() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_loop(self);
}

void GOMP_sections_end_nowait() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_loop_nowait(self);
}

bool GOMP_sections_end_cancel() {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  return core::end_loop_cancellable(self);
}
}
