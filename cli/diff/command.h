// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "diff/difference.h"
#include "diff/options.h"

namespace limpid::cli::diff {

// `limpid diff`: prints to stdout. Returns kExitChanged if --fail-over's limit is surely exceeded, else kExitOk.
// Throws Failure for input that cannot be read.
int run_diff(const Options& options);

// The first of what surely became slower by more than `percent`: the run's elapsed time, or a region that takes at
// least 1 % of it. Null: nothing did.
const Row* first_over(const Difference& difference, double percent);

}  // namespace limpid::cli::diff
