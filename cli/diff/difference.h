// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sets of runs of one program, row by row.
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "diff/change.h"

namespace limpid::cli::diff {

struct Row {
  analysis::Tree::Key key;                // as the last run that has it knows it
  std::string name;                       // of the rows about the whole run: `elapsed`, `work`, ...
  std::vector<analysis::Tree::Key> path;  // of a path: from the outermost node to this one
  Change change;
};

struct Side {
  std::string command;
  size_t runs = 0;
  uint64_t threads = 0;     // of the run that had most
  uint64_t processors = 0;  // likewise
};

struct Difference {
  Side before, after;
  std::vector<Row> run;        // elapsed time, thread time and what it consists of
  std::vector<Row> regions;    // elapsed time, where it is known; else thread time / team size
  std::vector<Row> paths;      // thread time of the call tree's nodes, with what they call
  std::vector<Row> functions;  // thread time of functions alone, without what they call
};

// Largest change first, those that did not change last. A path whose change is that of one of its children is left
// out. Each list must have one run at least.
Difference difference(const std::vector<analysis::Analysis>& before,
                      const std::vector<analysis::Analysis>& after);

}  // namespace limpid::cli::diff
