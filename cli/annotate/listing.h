// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/line_list.h"

namespace limpid::cli::annotate {

// The lines of one file that have time in one function.
struct Listing {
  std::string function;
  std::string file;                      // empty: no line is known
  std::map<int, analysis::Times> lines;  // by number; 0: no line is known
  analysis::Times all;
};

// Of all functions of this name, or `outer::name` by its last part; most time first.
std::vector<Listing> listings_of(const std::vector<analysis::LineRow>& rows, const std::string& name);

}  // namespace limpid::cli::annotate
