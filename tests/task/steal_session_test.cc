// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When stolen tasks were worth moving, on machines where a cache line travels fast or slowly.
#include "core/task/queue/steal_session.h"

#include <gtest/gtest.h>

namespace limpid::core {
namespace {

TEST(StolenTasks, EmptyOnesAreNotWorthIt) {
  EXPECT_FALSE(are_worth_moving(1, 150, 60));
  EXPECT_FALSE(are_worth_moving(9, 1350, 400));
}

// An empty task takes its thief half a microsecond where each line that it needs takes a quarter.
TEST(StolenTasks, EmptyOnesAreNotWorthItOnASlowMachineEither) {
  EXPECT_FALSE(are_worth_moving(1, 500, 200));
  EXPECT_FALSE(are_worth_moving(1, 1000, 250));
}

TEST(StolenTasks, LongOnesAre) {
  EXPECT_TRUE(are_worth_moving(1, 500, 60));
  EXPECT_TRUE(are_worth_moving(1, 1500, 250));
  EXPECT_TRUE(are_worth_moving(9, 3600, 400));
}

}  // namespace
}  // namespace limpid::core
