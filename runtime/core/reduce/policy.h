// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned number of reductions. base/README.md says how it is judged.
#pragma once

#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic atomic_reduction: copies of few variables are combined with atomic operations. Without: under a lock,
// which is cheaper for more of them. Serves reduction-several (Clang's code).
// Wins: +23.9 % (+0.5 to +77.0), -1.0 % (-4.6 to +2.4); 81 pairs.
inline constexpr uint32_t kFewVariables = 4;

}  // namespace limpid::policy
