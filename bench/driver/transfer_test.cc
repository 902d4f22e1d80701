// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transfer.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "process.h"

namespace bench {
namespace {

TEST(Transfer, NeedsTwoProcessors) {
  EXPECT_FALSE(transfer_ns(1));
}

TEST(Transfer, TakesSomeTimeAndLeavesTheThreadItsProcessors) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const std::optional<double> ns = transfer_ns(2);
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
  if (first_cpus(2).size() < 2) GTEST_SKIP() << "one processor";
  EXPECT_GT(ns.value(), 1) << "no word goes from one processor to another in four cycles";
}

}  // namespace
}  // namespace bench
