// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "scale/scaling.h"

namespace limpid::cli::scale {

// The whole scaling as one JSON object, as docs/scale-json.md describes it.
std::string json_scaling(const Scaling& scaling);

}  // namespace limpid::cli::scale
