// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "base/style.h"
#include "diff/difference.h"
#include "diff/options.h"

namespace limpid::cli::diff {

// The difference as people read it.
std::string text_difference(const Difference& difference, const Options& options, const Style& style);

}  // namespace limpid::cli::diff
