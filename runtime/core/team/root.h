// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The root of a contention group.
#pragma once

#include "core/team/team.h"

namespace limpid::core {

// An initial thread (or a foreign one that uses OpenMP) and its initial task; the threads that work for it
// know it.
struct Root {
  Team team;  // team of one, around everything the thread does outside parallel regions
  Member member;
};

// Moves the thread into a fresh root, which becomes its contention group. No event is stated.
void settle_in_root(Thread& self, Root& root);

// The same for a root that the thread has been in before.
void return_to_root(Thread& self, Root& root);

}  // namespace limpid::core
