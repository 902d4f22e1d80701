// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What binds a device's activities to operations, fed with records in every order.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "tests/seed.h"
#include "tools/trace/device/correlations.h"
#include "tools/trace/device/operations.h"

namespace limpid::tools::trace {
namespace {

using Received = std::vector<std::pair<uint64_t, int64_t>>;
Received g_received;  // operation, begin of the activity

void on_received(uint64_t operation, const Activity& activity) {
  g_received.emplace_back(operation, activity.time.begin);
}

Activity activity_at(int64_t begin) {
  return {Activity::Kind::kernel, 0, 0, 1, {begin, begin + 1}, 0, "kernel"};
}

class CorrelationsTest : public testing::Test {
 protected:
  void SetUp() override {
    g_received.clear();
    ASSERT_TRUE(correlations.prepare());
  }
  Correlations correlations{on_received};
};

TEST_F(CorrelationsTest, EitherRecordMayComeFirst) {
  correlations.bind(1, 100);
  correlations.arrive(1, activity_at(10));
  correlations.arrive(2, activity_at(20));
  EXPECT_EQ(g_received.size(), 1u);
  correlations.bind(2, 200);
  EXPECT_EQ(g_received, (Received{{100, 10}, {200, 20}}));
}

TEST_F(CorrelationsTest, OneCallMayDoSeveralThings) {
  correlations.bind(1, 100);
  correlations.arrive(1, activity_at(10));
  correlations.arrive(1, activity_at(11));
  EXPECT_EQ(g_received, (Received{{100, 10}, {100, 11}}));
}

TEST_F(CorrelationsTest, WithoutAnOperationOnlyTheEndTells) {
  correlations.arrive(7, activity_at(10));
  correlations.arrive(8, activity_at(20));
  EXPECT_TRUE(g_received.empty());
  correlations.settle();
  correlations.settle();
  EXPECT_EQ(g_received, (Received{{0, 10}, {0, 20}}));
}

TEST_F(CorrelationsTest, CallsManyNumbersApartDoNotMix) {
  constexpr uint32_t kApart = 1u << 16;
  correlations.bind(1, 100);
  correlations.arrive(1 + kApart, activity_at(20));  // takes the place of call 1
  correlations.arrive(1, activity_at(10));
  correlations.settle();
  EXPECT_EQ(g_received, (Received{{0, 20}, {0, 10}}));
}

TEST_F(CorrelationsTest, AnyOrderBindsEach) {
  std::mt19937_64 random(test_seed());
  constexpr int kCalls = 5000;
  std::vector<int> records(2 * kCalls);
  std::iota(records.begin(), records.end(), 0);
  std::shuffle(records.begin(), records.end(), random);
  for (int record : records) {
    const int call = record / 2 + 1;
    if (record % 2 == 0)
      correlations.bind(static_cast<uint32_t>(call), static_cast<uint64_t>(call) * 3);
    else
      correlations.arrive(static_cast<uint32_t>(call), activity_at(call));
  }
  ASSERT_EQ(g_received.size(), static_cast<size_t>(kCalls));
  for (const auto& [operation, begin] : g_received) EXPECT_EQ(operation, static_cast<uint64_t>(begin) * 3);
}

TEST(OperationsTest, TheLatestAreKept) {
  Operations operations;
  ASSERT_TRUE(operations.prepare());
  Operation operation = {};
  EXPECT_FALSE(operations.get(0, operation));
  EXPECT_FALSE(operations.get(1, operation));
  for (uint64_t number = 1; number <= Operations::kKept + 10; ++number) {
    operation.id = number * 5;
    EXPECT_EQ(operations.put(operation), number);
  }
  for (uint64_t number = 1; number <= 10; ++number) EXPECT_FALSE(operations.get(number, operation));
  for (uint64_t number = 11; number <= Operations::kKept + 10; ++number) {
    ASSERT_TRUE(operations.get(number, operation));
    EXPECT_EQ(operation.id, number * 5);
  }
  EXPECT_FALSE(operations.get(Operations::kKept + 11, operation));
}

}  // namespace
}  // namespace limpid::tools::trace
