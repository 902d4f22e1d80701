// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What binds a device's activities to operations: the driver's calls by their numbers, and the latest operations.
#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "tests/seed.h"
#include "tools/trace/device/calls.h"
#include "tools/trace/device/operations.h"

namespace limpid::tools::trace {
namespace {

// Notes calls from `first` on, DISTANCE apart, and asks for the last KEPT of them.
void check_the_latest(uint32_t first, uint32_t distance, uint32_t count, uint32_t kept) {
  Calls calls;
  ASSERT_TRUE(calls.prepare());
  for (uint32_t i = 0; i < count; ++i) calls.note(first + i * distance, i + 1);
  for (uint32_t i = count - kept; i < count; ++i) ASSERT_EQ(calls.operation_of(first + i * distance), i + 1);
}

class CallsTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(calls.prepare()); }
  Calls calls;
};

TEST_F(CallsTest, ACallThatWasNotNotedIsForNone) {
  EXPECT_EQ(calls.operation_of(0), 0u);
  EXPECT_EQ(calls.operation_of(7), 0u);
  calls.note(7, 100);
  EXPECT_EQ(calls.operation_of(7), 100u);
  EXPECT_EQ(calls.operation_of(8), 0u);
}

// As many as lie in CUPTI's buffers, whatever a program asks the driver between them.
TEST(CallsAtADistance, TheLatestAreKept) {
  for (const uint32_t distance : {1u, 2u, 10u, 1u << 10, 1u << 16, (1u << 16) + 1, 1u << 20})
    check_the_latest(distance, distance, 1u << 12, 1u << 11);
}

TEST(CallsAtADistance, NumbersBeginAgain) {
  check_the_latest(UINT32_MAX - 1000, 1, 2000, 2000);
}

TEST_F(CallsTest, TheOldestOfASetIsForgotten) {
  std::vector<uint32_t> set;
  for (uint32_t call = 1; set.size() <= Calls::kKeptOfSet; ++call)
    if (Calls::set_of(call) == Calls::set_of(1)) set.push_back(call);
  // In another order, as threads come.
  std::swap(set[0], set[1]);
  for (const uint32_t call : set) calls.note(call, call);
  for (const uint32_t call : set) EXPECT_EQ(calls.operation_of(call), call == 1 ? 0 : call);
}

TEST_F(CallsTest, AnyNumbersInTheirOrder) {
  std::mt19937_64 random(test_seed());
  std::uniform_int_distribution<uint32_t> step(1, 5000);
  std::vector<uint32_t> made;
  uint32_t call = 0;
  for (uint32_t i = 0; i < 20'000; ++i) {
    call += step(random);
    made.push_back(call);
    calls.note(call, i + 1);
    if (i < 1500) continue;
    ASSERT_EQ(calls.operation_of(made[i - 1500]), i + 1 - 1500);
  }
}

TEST(OperationsTest, TheLatestAreKept) {
  Operations operations;
  ASSERT_TRUE(operations.prepare());
  Operation operation = {};
  EXPECT_FALSE(operations.get(0, operation));
  EXPECT_FALSE(operations.get(1, operation));
  for (uint32_t number = 1; number <= Operations::kKept + 10; ++number) {
    operation.id = uint64_t{number} * 5;
    EXPECT_EQ(operations.put(operation), number);
  }
  for (uint32_t number = 1; number <= 10; ++number) EXPECT_FALSE(operations.get(number, operation));
  for (uint32_t number = 11; number <= Operations::kKept + 10; ++number) {
    ASSERT_TRUE(operations.get(number, operation));
    EXPECT_EQ(operation.id, uint64_t{number} * 5);
  }
  EXPECT_FALSE(operations.get(Operations::kKept + 11, operation));
}

}  // namespace
}  // namespace limpid::tools::trace
