// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "analysis/analysis.h"

namespace limpid::cli::analysis {

// Functions and kinds of waiting over all contexts, most self time first. Code of a region or task that is in
// no function of its own is the containing function's. A recursive function's total counts each moment once.
std::vector<FlatRow> flat_list(const Tree& tree);

}  // namespace limpid::cli::analysis
