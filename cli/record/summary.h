// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "base/style.h"

namespace limpid::cli::record {

// The lines that end a recording: wall time, threads, efficiency, the three regions with most to gain, the
// file and the next command. At most ten, and one for a trace.
std::string summary(const std::vector<std::string>& outputs, const Style& style);

}  // namespace limpid::cli::record
