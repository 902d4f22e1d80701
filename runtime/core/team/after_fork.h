// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of teams and threads in a fork's child.
#pragma once

#include <stdint.h>

#include "core/team/thread.h"

namespace limpid::core {

// fork(): the child has one thread. What it forgets and how a region goes on in which it was forked.

// Forks between the program's start and now.
uint32_t process_generation();

// The worker was cloned by a fork inside a region; when the region's code returns there is no team to go on
// with.
bool lives_in_forked_child(const Thread& self);

// In the child, before anything else of it runs. self may be null: OpenMP was not used by the thread that
// forked.
void start_over_in_child(Thread* self);

}  // namespace limpid::core
