// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::recorder {

// One thread's waiting for locks, as far as it was charged in advance and no sample covers it yet. Rounds
// come somewhat earlier or later than planned; the balance lets early ones pay for late ones, so that over
// the run as much is charged as was waited.
class ChargeBalance {
 public:
  void charge_ahead(uint64_t ns) { ahead_ns_ += ns; }

  // Samples cover this much more waiting. Returns what of it has not been charged in advance.
  uint64_t cover(uint64_t ns) {
    const uint64_t paid = ns < ahead_ns_ ? ns : ahead_ns_;
    ahead_ns_ -= paid;
    return ns - paid;
  }

 private:
  uint64_t ahead_ns_ = 0;
};

}  // namespace limpid::recorder
