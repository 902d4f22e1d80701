// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "analysis/timeline.h"
#include "analysis/tree.h"

namespace limpid::cli::page {

// Joins short stretches until there are at most `most`: a timeline that a screen can hold. In a pool what is of one
// kind stands together, so that every sum over a thread, a region or a node stays what it was; where the timeline
// becomes `coarse` only the sums over a thread and a class of time do.
void fit(analysis::Timeline& timeline, const analysis::Tree& tree, size_t most);

}  // namespace limpid::cli::page
