// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::cli {

// Seconds, the unit of what is written for programs.
inline double s(uint64_t ns) {
  return static_cast<double>(ns) / 1e9;
}

}  // namespace limpid::cli
