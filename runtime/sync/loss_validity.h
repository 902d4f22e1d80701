// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a thread believes that its processor will be lost to other threads again.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "sync/policy.h"

namespace limpid::sync {

// For how long it is believed that a processor that was lost to other threads will be lost again: twice as long as the last
// loss, which was believed for `earlier` and is so old, if this one confirms it soon after; at least `at_least`, within the
// limits for all losses. earlier is 0 before the first. Nanoseconds.
inline int64_t loss_validity(int64_t age, int64_t earlier, int64_t at_least) {
  const bool again = age < 2 * earlier;
  return std::clamp(std::max(again ? 2 * earlier : 0, at_least), policy::kShortestSharedNs,
                    policy::kLongestSharedNs);
}

}  // namespace limpid::sync
