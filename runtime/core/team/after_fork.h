// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens to teams and threads in the child of fork(2).
#pragma once

#include <stdint.h>

#include "core/data/thread.h"

namespace limpid::core {

// The child has one thread. It forgets the others, and a region in which it was forked goes on with it alone.

// How many forks lie between the program's start and this process.
uint32_t process_generation();

// The worker was cloned by a fork inside a region. When the region's code returns, there is no team to
// continue with.
bool lives_in_forked_child(const Thread& self);

// In the child, before any other code runs. self is null if the thread that forked has not used OpenMP.
void start_over_in_child(Thread* self);

}  // namespace limpid::core
