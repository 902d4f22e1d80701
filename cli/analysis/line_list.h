// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/times.h"
#include "symbols/frame.h"

namespace limpid::cli::analysis {

// A line of the source at which control was.
struct LineRow {
  std::string file;  // empty: no line is known
  int line = 0;
  std::string function;  // the innermost one there, inlined or not
  Times times;
};

// Collects the lines of samples.
class LineList {
 public:
  // `location`: nullptr if nothing is known.
  void add(const symbols::Location* location, const Times& times);

  std::vector<LineRow> finish() const;  // most time first

 private:
  std::map<std::tuple<std::string, int, std::string>, Times> lines_;
};

}  // namespace limpid::cli::analysis
