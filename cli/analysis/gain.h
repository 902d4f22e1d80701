// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/losses.h"
#include "analysis/tree.h"

namespace limpid::cli::analysis {

struct Analysis;

// What one cause costs at one place: elapsed time that could be saved at most if it were gone.
struct Gain {
  Cause cause = Cause::kImbalance;
  uint64_t gain_ns = 0;
  bool somewhere = false;  // whether it has a place; what has none is the run's
  Tree::Key place;         // a region; of serial code the innermost function that most of it is in
  uint64_t place_ns = 0;   // the part of gain_ns that belongs to `place`; less than all for serial code only
};

// Greatest first; without those that are nothing. `idle_by_node`: by node of the tree, the time that threads
// were idle while its code ran outside of regions.
std::vector<Gain> gains_of(const Analysis& analysis, const std::vector<uint64_t>& idle_by_node);

}  // namespace limpid::cli::analysis
