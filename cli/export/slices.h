// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "analysis/timeline.h"
#include "analysis/tree.h"

namespace limpid::cli::exporting {

// A thread entered the code of a node of the tree, or left it.
struct Step {
  size_t thread = 0;     // index in Analysis::threads
  uint64_t time_ns = 0;  // since the first process began
  uint32_t node = 0;     // never the root
  bool enters = true;
};

// What a timeline says as entering and leaving, nested as the tree is: for each thread in order of time, each node left
// that was entered, and those of two stretches that adjoin entered once.
void walk_slices(const analysis::Timeline& timeline, const analysis::Tree& tree,
                 const std::function<void(const Step&)>& visit);

}  // namespace limpid::cli::exporting
