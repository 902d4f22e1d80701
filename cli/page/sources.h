// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/line_list.h"

namespace limpid::cli::page {

// Lines of a file that follow each other.
struct Excerpt {
  int first = 1;  // line number
  std::vector<std::string> lines;
};

// The source around the lines that cost most, by file, as it is on this machine now. Files that are not here are
// left out, and what would make a page too large.
std::map<std::string, std::vector<Excerpt>> sources_of(const std::vector<analysis::LineRow>& lines);

}  // namespace limpid::cli::page
