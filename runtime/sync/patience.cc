// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/patience.h"

namespace limpid::sync {
namespace {
constexpr uint32_t kPollsPerClockRead = 64;
}

bool Patience::again_slow() {
  if (budget_.spin_ns > 0) {
    int64_t now = platform::monotonic_ns();
    if (deadline_ns_ == 0) deadline_ns_ = now + budget_.spin_ns;
    if (now < deadline_ns_) {
      polls_ = budget_.spins > kPollsPerClockRead ? budget_.spins - kPollsPerClockRead : 0;
      platform::relax();
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
