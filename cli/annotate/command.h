// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "annotate/options.h"

namespace limpid::cli::annotate {

// `limpid annotate FUNCTION FILE...`: a function's source with the time of each line. Throws Failure for profiles that
// cannot be read, and for a function without time, naming those that have most.
int run_annotate(const Options& options);

}  // namespace limpid::cli::annotate
