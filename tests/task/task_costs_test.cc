// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/task_costs.h"

#include <gtest/gtest.h>

#include "core/task/policy.h"

namespace {

using limpid::core::TaskCosts;
namespace policy = limpid::policy;

TEST(TaskCosts, AHandoverIsLearnedFromAFew) {
  TaskCosts costs;
  EXPECT_EQ(costs.handover_ns(), 0);
  for (int loop = 0; loop < 30; ++loop) costs.note_handover(2000);
  EXPECT_NEAR(static_cast<double>(costs.handover_ns()), 2000, policy::kHandoverWeight);
}

// A thread that lost its processor, or tasks that took less than was estimated.
TEST(TaskCosts, OneWrongTimeHasBounds) {
  TaskCosts costs;
  costs.note_handover(1'000'000'000);
  EXPECT_EQ(costs.handover_ns(), policy::kMostHandoverNs / policy::kHandoverWeight);
  costs.note_handover(-1'000'000'000);
  EXPECT_GE(costs.handover_ns(), 0);
}

// Loops that gave nothing away because it cost too much try again in the end.
TEST(TaskCosts, AHandoverIsForgotten) {
  TaskCosts costs;
  for (int loop = 0; loop < 30; ++loop) costs.note_handover(policy::kMostHandoverNs);
  int loops = 0;
  while (costs.handover_ns() > policy::kTransferNs) {
    costs.forget_handover();
    ASSERT_LT(++loops, 4 * policy::kHandoverMemory);
  }
  EXPECT_GT(loops, policy::kHandoverMemory);
}

}  // namespace
