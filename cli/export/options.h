// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/selection.h"

namespace limpid::cli::exporting {

enum class Format { folded, speedscope, hatchet, pprof, perfetto, otf2 };

struct Options {
  std::vector<std::string> files;
  Format format = Format::folded;
  analysis::Selection selection;
  bool events = false;  // perfetto: from traces, not from samples
  std::string output;   // empty: stdout; a directory for otf2
};

}  // namespace limpid::cli::exporting
