// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of locks. base/README.md says how they are judged.
#pragma once

#include <stdint.h>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic lock_polls: a thread polls a lock that is held before it sleeps. Without: it sleeps.
// Serves lock.
// Wins: open: +2.3 % (-1.0 to +14.3), +2.0 % (-0.6 to +7.7); 81 pairs.
inline constexpr uint32_t kMostLockPolls = 24;  // with a processor for each thread

// Heuristic lock_pauses: the pause between two polls doubles, so that the holder can take and release several times
// before its line moves. Without: it stays as short. Serves critical.
// Wins: critical with 2 threads 19.3 ns, without 29.1 (medians of limpid-bench on idle processors).
// Pairs on a busy machine showed nothing (-0.3 % and +1.0 %).
inline constexpr uint32_t kLeastLockPauses = 4;  // pause instructions
inline constexpr uint32_t kMostLockPauses = 64;

}  // namespace limpid::policy
