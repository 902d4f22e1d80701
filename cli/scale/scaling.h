// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of one program with different numbers of threads.
#pragma once

#include <vector>

#include "analysis/analysis.h"
#include "scale/fit.h"

namespace limpid::cli::scale {

// All runs with one number of threads; medians.
struct Step {
  uint64_t threads = 1;
  size_t runs = 0;
  double elapsed_s = 0;
  double serial_s = 0;   // elapsed time outside parallel regions
  bool crowded = false;  // more threads than processors
};

struct RegionScaling {
  analysis::Tree::Key key;
  std::vector<double> elapsed_s;  // at each step; 0: it did not run there
  double loss_s = 0;  // thread time that it takes with most threads more than with fewest: threads x elapsed
  Fit fit;
};

struct Scaling {
  std::string command;
  std::vector<Step> steps;  // fewest threads first
  // The share of the first step's elapsed time outside parallel regions: however many threads there are, the program
  // is at most 1 / this times as fast as with one (Amdahl 1967). Exact if the first step is of one thread.
  double serial_part = 0;
  Fit fit;                             // of the elapsed time; of steps that are not crowded, if there are two
  std::vector<RegionScaling> regions;  // largest loss first
};

// There must be a run.
Scaling scaling(const std::vector<analysis::Analysis>& runs);

}  // namespace limpid::cli::scale
