// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_sections_*: the sections construct. Clang and Flang make a static loop of it instead.
#include "core/loop/sections.h"

#include "abi/kmp/ident.h"
#include "core/data/entry.h"
#include "core/data/member.h"
#include "core/loop/loop.h"

using namespace limpid;
using abi::Ident;

extern "C" {

// The number of sections comes with the request for the first one, which every thread makes.
int32_t __kmpc_sections_init(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::leave_abandoned(self);
  return 0;
}

// The number of the section to execute, from 0; count: none is left.
int32_t __kmpc_next_section(const Ident*, int32_t, int32_t count) {
  return core::with_observers([count]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    const uint64_t sections = count > 0 ? static_cast<uint64_t>(count) : 0;
    if (self.member->workshares.current == nullptr)
      core::start_sections<A>(self, {sections, nullptr, nullptr});
    const uint64_t section = core::next_section<A>(self);
    return section != 0 ? static_cast<int32_t>(section - 1) : count;
  });
}

void __kmpc_end_sections(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::leave_abandoned(self);
}
}
