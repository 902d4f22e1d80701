// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launches.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

// Lower quartile 100, so more than 800 is slow.
std::vector<LaunchTime> with(std::vector<LaunchTime> others) {
  std::vector<LaunchTime> times = {{100, 0}, {100, 0}, {100, 0}, {120, 0.5}, {130, 0}};
  times.insert(times.end(), others.begin(), others.end());
  return times;
}

TEST(SlowLaunches, AreOverEightLowerQuartiles) {
  EXPECT_EQ(slow_launches(with({})).all, 0);
  EXPECT_EQ(slow_launches(with({{800, 0}})).all, 0);
  const SlowLaunches slow = slow_launches(with({{801, 0}, {5000, 0}}));
  EXPECT_EQ(slow.all, 2);
  EXPECT_EQ(slow.stolen, 0) << "nothing excuses them";
}

TEST(SlowLaunches, AreExcusedByTheHostAlone) {
  const SlowLaunches slow = slow_launches(with({{900, 0.09}, {900, 0.11}, {200, 1.5}}));
  EXPECT_EQ(slow.all, 2);
  EXPECT_EQ(slow.stolen, 1);
}

// A transfer takes 50 mostly, so 1,600 is the limit where it takes 100.
TEST(SlowLaunches, MayTakeLongerWhereTheProcessorsAreFar) {
  std::vector<LaunchTime> times = with({{1600, 0, 100}, {1601, 0, 100}, {900, 0, 50}, {900, 0}});
  for (LaunchTime& time : times) {
    if (time.ns <= 130) time.transfer = 50;
  }
  const SlowLaunches slow = slow_launches(times);
  EXPECT_EQ(slow.all, 4);
  EXPECT_EQ(slow.far, 1);
  EXPECT_EQ(slow.unexplained(), 3);
}

TEST(SlowLaunches, CountOnceIfTheHostDidBoth) {
  const SlowLaunches slow = slow_launches({{100, 0, 50}, {100, 0, 50}, {100, 0, 50}, {900, 0.5, 500}});
  EXPECT_EQ(slow.stolen, 1);
  EXPECT_EQ(slow.far, 0);
  EXPECT_EQ(slow.unexplained(), 0);
}

}  // namespace
}  // namespace bench
