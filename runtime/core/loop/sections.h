// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections and scope, which threads enter like loops. The sections are the iterations of a loop that is
// handed out one by one.
#pragma once

#include <stdint.h>

namespace limpid::core {

struct Team;
struct Thread;

struct SectionsRequest {
  uint64_t count = 0;
  uintptr_t* reductions = nullptr;  // as in LoopRequest
  void** memory = nullptr;          // as in LoopRequest
};

// Built for events::Observed and events::Unobserved, like next_section().
template <class A>
void start_sections(Thread& self, const SectionsRequest& request);
void prepare_sections(Thread& leader, Team& team, const SectionsRequest& request);

// Number of the section to execute, 1 .. count; 0: nothing left. Ends like a loop: end_loop() and its
// variants.
template <class A>
uint64_t next_section(Thread& self);

// scope with task reductions. The program does not report its end.
void start_scope(Thread& self, uintptr_t* reductions);

}  // namespace limpid::core
