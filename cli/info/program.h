// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace limpid::cli::info {

// Prints which OpenMP runtime `file` would load and why, which compilers' code asks for it, how Limpid would
// take its place, and what the runtime makes of the environment.
void describe_program(const std::string& file);

}  // namespace limpid::cli::info
