// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/selection.h"
#include "trace/result.h"

namespace limpid::cli::report {

struct Options {
  std::vector<std::string> files;
  bool json = false;
  std::string html;       // write a page to this file instead
  bool threads = false;   // also one line per thread
  bool timeline = false;  // also what each thread did when
  bool no_color = false;
  bool no_fold = false;         // show recursion level by level
  std::string by = "function";  // what the flat list is of: construct, function, thread or line
  analysis::Selection selection;
  std::vector<tracing::Change> what_if;
  int depth = 0;             // levels of the call tree; 0: all that reach min_percent
  double min_percent = 1.0;  // of all thread time; smaller rows are left out
  std::string sort =
      "gain";  // regions by gain, elapsed, work, wait, balance, count; functions by self, total
};

}  // namespace limpid::cli::report
