// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/pending.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using limpid::core::PendingCount;
using Outcome = PendingCount::Outcome;

TEST(PendingCount, CountsHereAndElsewhere) {
  PendingCount count;
  EXPECT_EQ(count.left(), 0);
  for (int index = 0; index < 5; ++index) count.add_here();
  count.finish_here();
  EXPECT_EQ(count.finish_elsewhere(), Outcome::nothing);
  EXPECT_EQ(count.left(), 3);
  count.add_elsewhere();
  EXPECT_EQ(count.left(), 4);
  EXPECT_FALSE(count.settled());
}

TEST(PendingCount, TheLastOneElsewhereWakesASleeper) {
  PendingCount count;
  for (int index = 0; index < 3; ++index) count.add_here();
  count.finish_here();
  count.begin_sleep();
  EXPECT_FALSE(count.finished_in_sleep());
  EXPECT_EQ(count.finish_elsewhere(), Outcome::nothing);
  EXPECT_EQ(count.finish_elsewhere(), Outcome::wake_owner);
  EXPECT_TRUE(count.finished_in_sleep());
  count.end_sleep();
  EXPECT_EQ(count.left(), 0);
}

TEST(PendingCount, NobodyIsLastWhileTheOwnerIsThere) {
  PendingCount count;
  for (int index = 0; index < 4; ++index) {
    count.add_here();
    EXPECT_EQ(count.finish_elsewhere(), Outcome::nothing);
  }
  EXPECT_TRUE(count.leave());
}

TEST(PendingCount, AfterTheOwnerLeftExactlyOneIsLast) {
  for (int round = 0; round < 2000; ++round) {
    PendingCount count;
    constexpr int kThreads = 3;
    for (int index = 0; index < kThreads + 1; ++index) count.add_here();
    count.finish_here();
    std::atomic<int> ends{0};
    std::vector<std::thread> others;
    for (int index = 0; index < kThreads; ++index) {
      others.emplace_back([&] {
        if (count.finish_elsewhere() == Outcome::last) ends.fetch_add(1);
      });
    }
    if (count.leave()) ends.fetch_add(1);
    for (std::thread& other : others) other.join();
    ASSERT_EQ(ends.load(), 1);
  }
}

// The owner goes to sleep again and again while others finish, each time only if something is left. Whoever
// takes the last one away during a sleep must say so: otherwise the owner would sleep on.
TEST(PendingCount, NoSleepOutlastsTheLastOne) {
  for (int round = 0; round < 2000; ++round) {
    PendingCount count;
    for (int index = 0; index < 2; ++index) count.add_here();
    std::atomic<int> wakes{0};
    auto finish = [&] {
      if (count.finish_elsewhere() == Outcome::wake_owner) wakes.fetch_add(1);
    };
    std::thread first(finish);
    std::thread second(finish);
    while (count.left() != 0) {
      count.begin_sleep();
      const bool must_be_woken = !count.finished_in_sleep();
      if (must_be_woken) {
        while (!count.finished_in_sleep()) std::this_thread::yield();
        while (wakes.load() == 0) std::this_thread::yield();  // hangs if nobody wakes the owner
      }
      count.end_sleep();
    }
    first.join();
    second.join();
    ASSERT_LE(wakes.load(), 1);
    ASSERT_EQ(count.left(), 0);
  }
}

}  // namespace
