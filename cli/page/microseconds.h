// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::cli::page {

// A page's times are whole microseconds, rounded.
inline uint64_t us(uint64_t ns) {
  return (ns + 500) / 1000;
}

}  // namespace limpid::cli::page
