// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_interval.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace limpid::recorder
