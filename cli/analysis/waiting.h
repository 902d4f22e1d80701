// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>

#include "analysis/losses.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// What a sample's code is charged with: the time of others that waited while it ran.
struct Charge {
  uint64_t waiting_ns = 0;  // of threads at barriers and for tasks
  uint64_t idle_ns = 0;     // of threads in no region
};

// Who learns what the waiting of a profile comes from.
struct WaitingSinks {
  std::function<bool(const profile::Sample&)> in_region;              // whether its code runs in a region
  std::function<void(const profile::Sample&, const Charge&)> charge;  // for each busy sample
  std::function<void(const profile::Sample&, const Losses&)> lose;    // for each sample: at most its weight
};

// Charges waiting at barriers, for tasks and between regions to the code that other OpenMP threads of the
// process run meanwhile, in equal parts: at a moment when 3 threads wait and 2 are busy, each of the 2 is
// charged 3/2 of the time, and each of the 3 loses half of it to what one of the 2 does. Busy is who works, is
// blocked in the program's own calls, does OpenMP's work, or stands without a processor. Samples without a time
// of their own (aggregated ones) are charged nothing, and lose their time to what their state says.
//
// `threads` is how many OpenMP threads the process had at most. Answers what those lost that were not there
// yet, or not any more: they count as idle.
Losses explain_waiting(const profile::Profile& profile, uint64_t threads, const WaitingSinks& sinks);

}  // namespace limpid::cli::analysis
