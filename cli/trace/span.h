// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "trace/execution.h"
#include "trace/section.h"

namespace limpid::cli::tracing {

// The work of a section, and its longest chain of work that comes one after the other: how long it takes at least,
// whatever the number of threads. Locks put nothing in order; `held_ns` is what they bound.
struct Span {
  uint64_t work_ns = 0;                  // T1
  uint64_t span_ns = 0;                  // T∞
  uint64_t held_ns = 0;                  // work under the lock that has most
  std::vector<uint64_t> region_work_ns;  // by region, with all inside
  std::vector<uint64_t> region_span_ns;
};

Span span_of(const Section& section, const Speeds& speeds = {});

}  // namespace limpid::cli::tracing
