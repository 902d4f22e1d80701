// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/process.h"
#include "base/style.h"

namespace limpid::cli::record {

// The lines that end a recording: wall time, threads, efficiency, the three regions with most to gain, the
// file and the next command. At most ten, and one for a trace.
std::string summary(const std::vector<std::string>& outputs, const Style& style);

// Prints them to stderr. The program has run: what goes wrong now must not change how this ends.
void sum_up(const std::vector<analysis::Origin>& outputs);

}  // namespace limpid::cli::record
