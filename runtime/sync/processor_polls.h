// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When threads of the process last polled in a wait, by processor.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "platform/cpu.h"
#include "platform/processor.h"
#include "sync/atomic.h"

namespace limpid::sync {

// What a thread that has been off its processor asks: whether another thread of the process came to a wait there meanwhile.
// If so, the processor went to that one's work before. If not, it went to another program.
//
// Units    nanoseconds of CLOCK_MONOTONIC, handed in.
// Writers  the threads of teams that have more threads than processors, at each poll that reads the clock: the line is of
//          the processor that they run on. Only hints: relaxed.
class ProcessorPolls {
 public:
  static void note(int64_t now) {
    LIMPID_DCHECK(now > 0);  // 0: nobody has polled
    here().store(now, std::memory_order_relaxed);
  }

  // The last one on the calling thread's processor; 0: there was none.
  [[nodiscard]] static int64_t last() { return here().load(std::memory_order_relaxed); }

 private:
  static constexpr uint32_t kPlaces = 256;  // that processors with higher numbers share
  struct alignas(platform::kCacheLine) Place {
    Atomic<int64_t> polled;
  };

  static Atomic<int64_t>& here() { return places_[platform::current_processor() % kPlaces].polled; }

  static inline constinit Place places_[kPlaces];
};

}  // namespace limpid::sync
