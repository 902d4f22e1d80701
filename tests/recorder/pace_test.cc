// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When rounds are slow.
#include "sample/pace.h"

#include <gtest/gtest.h>

namespace limpid::recorder {
namespace {

constexpr uint64_t kPeriod = 5'000'000, kTick = 4'000'000;
constexpr uint64_t kWindow = Pace::kWindow * kPeriod;

// Windows of full rounds until the next slow one.
uint32_t windows_until_slow(Pace* pace, uint64_t* now) {
  for (uint32_t windows = 1; windows < 1000; ++windows) {
    pace->finish_round(*now += kWindow);
    if (pace->slow()) return windows;
  }
  return 0;
}

TEST(Pace, ASteadyProgramHasSlowRounds) {
  Pace pace;
  pace.start(kPeriod, kTick);
  EXPECT_FALSE(pace.slow());
  EXPECT_EQ(pace.mean(kPeriod), kPeriod);
  uint64_t now = kWindow;
  pace.finish_round(now);
  EXPECT_TRUE(pace.slow());
  EXPECT_EQ(pace.mean(kPeriod), Pace::kSlower * kPeriod);
  EXPECT_FALSE(pace.judges(now + kWindow - 1));
  EXPECT_TRUE(pace.judges(now + kWindow));
  pace.finish_round(now + kWindow);
  EXPECT_TRUE(pace.slow());
}

TEST(Pace, TriesAgainLaterAndLater) {
  Pace pace;
  pace.start(kPeriod, kTick);
  uint64_t now = kWindow;
  pace.finish_round(now);
  for (uint32_t windows = Pace::kFewest; windows <= 2 * Pace::kMost; windows *= 2) {
    pace.found_unsteady();
    pace.finish_round(now += kWindow);
    EXPECT_FALSE(pace.slow());
    EXPECT_EQ(windows_until_slow(&pace, &now), std::min(windows, Pace::kMost));
  }
  pace.finish_round(now += kWindow);
  EXPECT_TRUE(pace.slow()) << "a steady window";
  pace.found_unsteady();
  pace.finish_round(now += kWindow);
  EXPECT_EQ(windows_until_slow(&pace, &now), Pace::kFewest) << "counts anew";
}

TEST(Pace, CostlySlowRoundsAreNotTriedForLong) {
  Pace pace;
  pace.start(kPeriod, kTick);
  uint64_t now = kWindow;
  pace.finish_round(now);
  pace.found_costly();
  pace.finish_round(now += kPeriod);
  EXPECT_FALSE(pace.slow()) << "the window has ended";
  EXPECT_EQ(windows_until_slow(&pace, &now), Pace::kMost);
}

// 250 of 1,000 samples come at ticks.
TEST(Pace, TicksTakeSomeOfManySamples) {
  Pace pace;
  pace.start(kTick / 4, kTick);
  EXPECT_TRUE(pace.asks_running());
  EXPECT_EQ(pace.timer_ns(), kTick / 2) << "so that it goes off at each tick";
  EXPECT_EQ(pace.timers_come_ns(), kTick);
  EXPECT_EQ(pace.mean(kTick / 4), kTick / 4);
  uint64_t now = 0;
  pace.finish_round(now += Pace::kWindow * kTick - 1);
  EXPECT_FALSE(pace.slow()) << "as many timers as in any window";
  pace.finish_round(now += 1);
  EXPECT_TRUE(pace.slow());
  EXPECT_EQ(pace.mean(kTick / 4), kTick / 3);
}

TEST(Pace, TicksTakeNearlyAllOfHardlyMoreSamples) {
  for (const uint64_t period : {kTick, kTick - 1}) {
    Pace pace;
    pace.start(period, kTick);
    EXPECT_EQ(pace.asks_running(), period < kTick);
    pace.finish_round(Pace::kWindow * kTick);
    EXPECT_EQ(pace.mean(period), Pace::kSlower * period);
  }
  Pace pace;
  pace.start(kPeriod, kTick);
  EXPECT_FALSE(pace.asks_running());
  EXPECT_EQ(pace.timer_ns(), kPeriod);
}

TEST(Pace, IsFullWhereTimersCannotComeOrBringNothing) {
  for (const uint64_t tick :
       {uint64_t{0}, kPeriod * Pace::kMostPeriods + 1, kPeriod / Pace::kMostTicks - 1}) {
    Pace pace;
    pace.start(kPeriod, tick);
    uint64_t now = 0;
    EXPECT_EQ(windows_until_slow(&pace, &now), 0u) << tick;
  }
  Pace pace;
  pace.start(kPeriod, kTick);
  pace.give_up();
  uint64_t now = 0;
  EXPECT_EQ(windows_until_slow(&pace, &now), 0u);
}

}  // namespace
}  // namespace limpid::recorder
