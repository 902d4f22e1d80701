// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace limpid::cli::info {

// `limpid info`: without a file, this installation; with a profile, what its file says about the run; with a
// program, which OpenMP runtime it would get and how `limpid record` would put Limpid in its place.
int run_info(const std::string& file);

}  // namespace limpid::cli::info
