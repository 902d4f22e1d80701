// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::exporting {

enum class Format { folded, speedscope, hatchet };

struct Options {
  std::vector<std::string> files;
  Format format = Format::folded;
  std::string output;  // empty: stdout
};

}  // namespace limpid::cli::exporting
