// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "check/options.h"

namespace limpid::cli::check {

// `limpid check`: prints what was found and answers the exit status: 0 no deviation, 1 deviations. Throws
// Failure (exit status 2) if nothing could be checked.
int run_check(const Options& options);

}  // namespace limpid::cli::check
