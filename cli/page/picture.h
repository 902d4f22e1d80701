// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/timeline.h"
#include "analysis/tree.h"

namespace limpid::cli::page {

// A timeline that a screen can hold.
struct Picture {
  std::vector<analysis::Stretch> stretches;  // as in Timeline
  uint64_t grain_ns = 0;  // shorter stretches of a thread were pooled until they were this long; 0: none were
  bool coarse = false;    // pools keep only the heaviest place of each class of time
};

// Joins short stretches until there are at most `most`. In a pool what is of one kind stands together, so that every
// sum over a thread, a region or a node stays what it was; with `coarse` only the sums over a thread and a class of
// time do.
Picture picture_of(const analysis::Timeline& timeline, const analysis::Tree& tree, size_t most);

}  // namespace limpid::cli::page
