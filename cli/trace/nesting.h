// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>

#include "trace/builder.h"

namespace limpid::cli::tracing {

// A thread enters a level or leaves the one that it entered last.
struct NestingStep {
  uint32_t stream = 0;
  uint64_t time_ns = 0;
  Level level;
  bool enters = false;
};

// What threads are in, by the events: a region's implicit task, its loops and the like, a task that is run while that one
// waits, and so on. In order of time, properly nested on each thread. Nothing while a thread is idle. The time of
// which a level is the innermost one is that of the pieces of its kind in all that is computed of the same events.
// Answers how many events were lost.
uint64_t walk_nesting(EventSource& source, ConstructTable& constructs,
                      const std::function<void(const NestingStep&)>& visit);

}  // namespace limpid::cli::tracing
