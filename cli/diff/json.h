// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "diff/difference.h"

namespace limpid::cli::diff {

// The whole difference as one JSON object, as docs/diff-json.md describes it.
std::string json_difference(const Difference& difference);

}  // namespace limpid::cli::diff
