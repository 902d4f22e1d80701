// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "trace/execution.h"
#include "trace/section.h"

namespace limpid::cli::tracing {

struct Replay {
  uint64_t elapsed_ns = 0;
  bool whole = true;  // false: tasks were left that nothing would ever let go on
};

// Runs a section again with the threads that it had, by a list scheduler: implicit tasks on their threads, explicit
// ones by whoever waits in their team, own ones newest first, others' oldest first; locks in the order of asking.
// What the runtime took for itself while nobody was waited for is added to the work; wake-ups take no time.
Replay replay(const Section& section, const Speeds& speeds = {});

}  // namespace limpid::cli::tracing
