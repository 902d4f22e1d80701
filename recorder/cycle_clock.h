// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "system.h"
#include "unwind/x86_64.h"

namespace limpid::recorder {

// A clock for callbacks: the cycle counter where it is steady, a third of the price of asking the C library.
// Only differences taken on one thread mean anything; the sampler turns them into nanoseconds, better the
// longer the recording lasts.
class CycleClock {
 public:
  void start() {
    steady_ = cycles_measure_time();
    start_ns_ = now_ns();
    start_ticks_ = now();
  }

  uint64_t now() const { return steady_ ? unwind::read_cycles() : now_ns(); }

  // Whether ticks are the processor's, not nanoseconds.
  bool steady() const { return steady_; }

  // One moment on both clocks.
  uint64_t start_ns() const { return start_ns_; }
  uint64_t start_ticks() const { return start_ticks_; }

  // Nanoseconds per tick, measured from start() to now.
  double scale() const {
    const uint64_t ticks = now() - start_ticks_;
    return !steady_ || ticks == 0 ? 1.0
                                  : static_cast<double>(now_ns() - start_ns_) / static_cast<double>(ticks);
  }

 private:
  bool steady_ = false;
  uint64_t start_ns_ = 0;
  uint64_t start_ticks_ = 0;
};

}  // namespace limpid::recorder
