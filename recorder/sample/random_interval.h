// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace limpid::recorder {

// Distances between sampling rounds: exponentially distributed, so that a round's moment says nothing about
// the next one's. A round makes the kernel reschedule, which sets the program's threads going; with any
// regular distance their work would keep falling between the rounds. (Poisson arrivals see time averages.)
class RandomInterval {
 public:
  explicit constexpr RandomInterval(uint64_t seed) : state_(seed | 1) {}

  // Next distance for this mean, at most eight times the mean.
  uint64_t next(uint64_t mean) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    const double x = minus_log(state_) * static_cast<double>(mean);
    return static_cast<uint64_t>(x < 8.0 * static_cast<double>(mean) ? x : 8.0 * static_cast<double>(mean));
  }

 private:
  // -ln(u / 2^64) for u > 0, to about 1e-5.
  static double minus_log(uint64_t u) {
    const int zeros = __builtin_clzll(u);
    const double m = static_cast<double>(u << zeros) * 0x1p-63;  // [1, 2)
    const double y = (m - 1) / (m + 1), y2 = y * y;
    const double log_m = 2 * y * (1 + y2 * (1.0 / 3 + y2 * (1.0 / 5 + y2 * (1.0 / 7 + y2 / 9))));
    constexpr double kLog2 = 0.69314718055994531;
    return (zeros + 1) * kLog2 - log_m;
  }

  uint64_t state_;
};

}  // namespace limpid::recorder
