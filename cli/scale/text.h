// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "base/style.h"
#include "scale/scaling.h"

namespace limpid::cli::scale {

// The scaling as people read it.
std::string text_scaling(const Scaling& scaling, const Style& style);

}  // namespace limpid::cli::scale
