// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread number that entries take and pass to the code of the program.
#pragma once

#include <stdint.h>

#include "core/data/thread.h"

namespace limpid::abi {

// The number that the program's code carries along for its thread. Compilers treat it as opaque, and no entry
// point relies on it.
inline int32_t global_number(const core::Thread& thread) {
  return static_cast<int32_t>(thread.identity.id - 1);
}

}  // namespace limpid::abi
