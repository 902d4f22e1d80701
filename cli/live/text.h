// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "live/view.h"

namespace limpid::cli::live {

// The counts, a table with a line for each thread, and deadlocks. No line is longer than `width`, 0: as long as it is;
// no more than `height` lines, 0: all; what does not fit is counted.
std::string shown_text(int pid, const Shown& shown, size_t width, size_t height);

// One JSON object (docs/live.md).
std::string shown_json(int pid, const Shown& shown);

}  // namespace limpid::cli::live
