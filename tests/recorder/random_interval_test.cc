// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/random_interval.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limpid::recorder {
namespace {

// Exponential: the mean is right, and so is the share beyond one and two means, which regular or clipped
// distances would miss.
TEST(RandomInterval, IsMemoryless) {
  RandomInterval interval(4711);
  constexpr int kDraws = 200000;
  constexpr uint64_t kMean = 5'000'000;
  double sum = 0;
  int beyond_one = 0, beyond_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const uint64_t d = interval.next(kMean);
    sum += static_cast<double>(d);
    beyond_one += d > kMean;
    beyond_two += d > 2 * kMean;
    ASSERT_LE(d, 8 * kMean);
  }
  EXPECT_NEAR(sum / kDraws, static_cast<double>(kMean), 0.02 * kMean);
  EXPECT_NEAR(static_cast<double>(beyond_one) / kDraws, 0.36788, 0.01);
  EXPECT_NEAR(static_cast<double>(beyond_two) / kDraws, 0.13534, 0.01);
}

// A program that is in f for three quarters of each of its periods, however long these are: rounds at such
// distances, each sample holding until the next round, find f's share.
//
// The bound: n samples with exponential weights have a variance of 2 p (1 - p) / n where they are
// independent, and not twice that where the program's period is up to two means (the phase's correlation from
// one round to the next is 1 / sqrt(1 + (2 pi mean / period)^2), 0.3 at the most, and (1 + 0.3) / (1 - 0.3) <
// 2). 6.11 standard deviations are exceeded once in 10^9 cases, so any seed will do. Regular distances of one
// period would say all or nothing.
TEST(RandomInterval, SeesTimeAverages) {
  constexpr int kRounds = 200'000;
  constexpr uint64_t kMean = 5'000'000;
  constexpr double kShare = 0.75;
  const double bound = 6.11 * std::sqrt(2 * 2 * kShare * (1 - kShare) / kRounds);
  for (const uint64_t period : {kMean / 50, kMean / 2, kMean, 2 * kMean}) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      RandomInterval interval(seed * 0x9e3779b97f4a7c15ull);
      uint64_t now = 0;
      double in_f = 0;
      for (int i = 0; i < kRounds; ++i) {
        const uint64_t weight = interval.next(kMean);
        if (static_cast<double>(now % period) < kShare * static_cast<double>(period))
          in_f += static_cast<double>(weight);
        now += weight;
      }
      EXPECT_NEAR(in_f / static_cast<double>(now), kShare, bound) << "period " << period << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace limpid::recorder
