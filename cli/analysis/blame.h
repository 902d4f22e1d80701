// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>

#include "profile_reader.h"

namespace limpid::cli::analysis {

// Charges waiting at barriers, for tasks and between regions to the code that other OpenMP threads of the
// process run meanwhile, in equal parts: at a moment when 3 threads wait and 2 work, each of the 2 is charged
// 3/2 of the time. Running includes the runtime's own overhead. Calls `charge(sample, ns)`. Samples without a
// time of their own (aggregated ones) take no part.
void charge_waiting(const profile::Profile& profile,
                    const std::function<void(const profile::Sample&, uint64_t)>& charge);

}  // namespace limpid::cli::analysis
