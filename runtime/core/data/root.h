// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Root: the initial thread's team and slot, around all its parallel regions.
#pragma once

#include "core/data/team.h"

namespace limpid::core {

// The team and slot of an initial thread, with its initial task. Every attached thread has one; its workers
// have a pointer to it (Thread::root).
struct Root {
  Team team;  // team of one, for the thread's work outside of parallel regions
  Member member;
};

// Moves the thread into a new root, which becomes its contention group. Emits no event.
void enter_new_root(Thread& self, Root& root);

// The same for a root that the thread has been in before.
void return_to_root(Thread& self, Root& root);

}  // namespace limpid::core
