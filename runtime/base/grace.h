// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the runtime waits for code that is not its own.
#pragma once

#include <stdint.h>

namespace limpid::base {

// A tool's callback, or a task that only other code can complete, may wait for the very thread that ends or
// stops something. That thread goes on without it after this time: late results are lost, the process is not.
inline constexpr int64_t kGraceNs = 2'000'000'000;

}  // namespace limpid::base
