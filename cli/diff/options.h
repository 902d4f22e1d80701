// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/selection.h"

namespace limpid::cli::diff {

// Each word names one run: a profile, or a directory with the profiles of its processes.
struct Options {
  std::vector<std::string> before;
  std::vector<std::string> after;
  analysis::Selection selection;  // of both
  bool json = false;
  bool all = false;  // also rows that did not change
  bool no_color = false;
  std::optional<double> fail_over;  // per cent: exit status 1 if something surely became slower by more
};

}  // namespace limpid::cli::diff
