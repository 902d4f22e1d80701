// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "scale/options.h"

namespace limpid::cli::scale {

// `limpid scale`: prints to stdout. Throws Failure for input that cannot be read.
int run_scale(const Options& options);

}  // namespace limpid::cli::scale
