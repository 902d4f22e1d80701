// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/times.h"
#include "analysis/tree.h"

namespace limpid::cli::analysis {

// A parallel, teams or task construct, all contexts together.
struct ConstructRow {
  Tree::Key place;     // kind kProgram: the code outside of all constructs
  Times times;         // of code in it and in no construct inside it
  uint64_t count = 0;  // instances of a region, tasks created; 0 if unknown
  bool estimated = false;
};

// The ways to one construct or function differ in nothing that its row shows: a text for what they share.
std::string row_name(const Tree::Key& key);

// What the time of a finished tree was spent in, most first.
std::vector<ConstructRow> construct_list(const Tree& tree);

}  // namespace limpid::cli::analysis
