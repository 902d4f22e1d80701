// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::run {

// `limpid run`: turns this process into the program, on Limpid's runtime and without a recorder. Comes back
// only to throw Failure: what would happen to the program afterwards is its own.
int run_program(const std::vector<std::string>& command);

}  // namespace limpid::cli::run
