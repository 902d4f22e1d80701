// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which code addresses are this library's own.
#pragma once

#include <stdint.h>

// Defined by the linker: the first byte of this library, and the end of its code.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];
extern "C" __attribute__((visibility("hidden"))) const char etext[];

namespace limpid::platform {

inline bool is_own_code(const void* address) {
  const auto where = reinterpret_cast<uintptr_t>(address);
  return where >= reinterpret_cast<uintptr_t>(__ehdr_start) && where < reinterpret_cast<uintptr_t>(etext);
}

}  // namespace limpid::platform
