// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/poll_interval.h"

#include <gtest/gtest.h>

namespace limpid::sync {
namespace {

// A wait of so many pauses: the look at its end comes when they are over.
void wait(PollInterval& rhythm, uint32_t pauses) {
  rhythm.learn((pauses + rhythm.pauses() - 1) / rhythm.pauses());
}

uint32_t rhythm_of_waits(uint32_t pauses) {
  PollInterval rhythm;
  for (int i = 0; i < 10; ++i) wait(rhythm, pauses);
  return rhythm.pauses();
}

TEST(PollInterval, LooksAFewTimesInAWait) {
  EXPECT_EQ(rhythm_of_waits(1), 1u);
  EXPECT_EQ(rhythm_of_waits(5), 1u);
  EXPECT_EQ(rhythm_of_waits(8), 2u);
  EXPECT_EQ(rhythm_of_waits(12), 3u);
  EXPECT_EQ(rhythm_of_waits(16), 4u);
  EXPECT_EQ(rhythm_of_waits(30), 4u);
}

TEST(PollInterval, IsThatOfADistantLineAtFirst) {
  EXPECT_EQ(PollInterval().pauses(), 4u);
}

TEST(PollInterval, LearnsNothingFromWorkAndFromNoWait) {
  PollInterval rhythm;
  wait(rhythm, 4);
  EXPECT_EQ(rhythm.pauses(), 1u);
  wait(rhythm, 100000);
  EXPECT_EQ(rhythm.pauses(), 1u);
  wait(rhythm, 0);
  EXPECT_EQ(rhythm.pauses(), 1u);
}

}  // namespace
}  // namespace limpid::sync
