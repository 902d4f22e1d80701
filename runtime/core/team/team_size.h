// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads a region gets.
#pragma once

#include "core/team/region.h"

namespace limpid::core {

// How many threads the construct asks for: the clause, else nthreads-var.
uint32_t requested_size(const Task& task, const Region& region);

// How many it may have (5.1, algorithm 2.1): levels, dyn-var, thread limit. With a thread limit, the threads
// besides the caller are reserved in the contention group until release_threads().
uint32_t granted_size(Thread& self, uint32_t requested);
void release_threads(Thread& self, uint32_t team_size);

}  // namespace limpid::core
