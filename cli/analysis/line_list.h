// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
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
  // `location`: nullptr if nothing is known. Returns the line's number, for row_of().
  uint32_t add(const symbols::Location* location, const Times& times);

  // Rows, most time first. `row_of[number]` is where the line with this number came to stand.
  std::vector<LineRow> finish(std::vector<uint32_t>* row_of) const;

 private:
  std::map<std::tuple<std::string, int, std::string>, uint32_t> numbers_;
  std::vector<LineRow> lines_;
};

}  // namespace limpid::cli::analysis
