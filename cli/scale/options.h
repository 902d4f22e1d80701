// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::scale {

struct Options {
  std::vector<std::string> runs;  // each a profile, or a directory with the profiles of one run
  bool json = false;
  std::string html;  // write a page to this file instead
  bool no_color = false;
};

}  // namespace limpid::cli::scale
