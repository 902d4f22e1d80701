// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/selection.h"

namespace limpid::cli::annotate {

struct Options {
  std::string function;
  std::vector<std::string> files;
  analysis::Selection selection;
  bool no_color = false;
};

}  // namespace limpid::cli::annotate
