// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "cycle_clock.h"

namespace limpid::recorder {

// The clock that totals are kept in: the session's cycles, but it stands still while the recording is paused.
// Any thread reads it; who holds the file's lock stops it and lets it go on.
class CountedClock {
 public:
  explicit constexpr CountedClock(const CycleClock& cycles) : cycles_(cycles) {}

  bool stopped() const { return (word_.load(std::memory_order_relaxed) & kStopped) != 0; }

  uint64_t now() const {
    for (;;) {
      const uint64_t word = word_.load(std::memory_order_acquire);
      if ((word & kStopped) != 0) return word & ~kStopped;
      const uint64_t ticks = cycles_.now() - word;
      if (word_.load(std::memory_order_relaxed) == word) return ticks;
    }
  }

  void stop() { word_.store(now() | kStopped, std::memory_order_release); }
  void go_on() { word_.store(cycles_.now() - now(), std::memory_order_release); }

 private:
  static constexpr uint64_t kStopped = 1ull << 63;

  const CycleClock& cycles_;
  // While it goes: the ticks that it has stood still. While it stands: its time, and kStopped.
  std::atomic<uint64_t> word_{0};
};

}  // namespace limpid::recorder
