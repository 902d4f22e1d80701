// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/patience.h"

namespace limpid::sync {
namespace {
constexpr uint32_t kPollsPerYield = 500;
}

bool Patience::again_slow() {
  if (budget_.spin_ns > 0) {
    int64_t now = platform::monotonic_ns();
    if (deadline_ns_ == 0) deadline_ns_ = now + budget_.spin_ns;
    if (now < deadline_ns_) {
      // The processors may be shared with other programs: whom we wait for may need ours. When nobody does, a
      // yield costs less than the polls around it.
      polls_ = budget_.spins > kPollsPerYield ? budget_.spins - kPollsPerYield : 0;
      sched_yield();
      return true;
    }
  }
  if (yields_ < budget_.yields) {
    ++yields_;
    sched_yield();
    return true;
  }
  return false;
}

}  // namespace limpid::sync
