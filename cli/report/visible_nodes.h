// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tree.h"

namespace limpid::cli::report {

// However small the shares: so many regions, functions and paths of the tree are always shown.
inline constexpr size_t kAlwaysShown = 10;

// Which nodes of the tree a report on a screen shows: those with at least `min_percent` of the time, and the
// ways to the kAlwaysShown nodes that took most time themselves.
class VisibleNodes {
 public:
  VisibleNodes(const analysis::Tree& tree, double min_percent);

  bool shown(uint32_t node) const { return shown_[node]; }

 private:
  std::vector<bool> shown_;
};

// A run of functions that did nothing but call the next: first to last, each the only child of the one
// before. Of one node only where the run is shorter than is worth folding.
std::vector<uint32_t> chain_from(const analysis::Tree& tree, uint32_t node);

}  // namespace limpid::cli::report
