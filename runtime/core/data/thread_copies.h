// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of a thread's copies of threadprivate variables.
#pragma once

#include <stdint.h>

namespace limpid::core {

// A thread's copies of threadprivate variables, by the variables' numbers; see threadprivate.h.
//
// Owner    the thread; no other thread reads it.
struct ThreadCopies {
  void** list = nullptr;  // null: no copy yet
  uint32_t count = 0;
};

}  // namespace limpid::core
