// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/idle_count.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using limpid::core::IdleCount;

TEST(IdleCount, OneIsWokenAtATime) {
  IdleCount idle;
  EXPECT_FALSE(idle.claim());
  idle.begin();
  idle.begin();
  EXPECT_TRUE(idle.may_wake());
  EXPECT_TRUE(idle.claim());
  EXPECT_TRUE(idle.one_is_waking());
  EXPECT_FALSE(idle.claim());
  idle.end();
  EXPECT_FALSE(idle.one_is_waking());
  EXPECT_TRUE(idle.claim());
  idle.end();
  EXPECT_FALSE(idle.may_wake());
}

TEST(IdleCount, AWakeThatNobodyNeededIsForgotten) {
  IdleCount idle;
  idle.begin();
  EXPECT_TRUE(idle.claim());
  idle.end();  // had left by itself
  idle.begin();
  EXPECT_TRUE(idle.may_wake());
  idle.end();
}

TEST(IdleCount, AClaimThatWokeNobodyIsTakenBack) {
  IdleCount idle;
  idle.begin();
  EXPECT_TRUE(idle.claim());
  idle.unclaim();
  EXPECT_FALSE(idle.one_is_waking());
  EXPECT_TRUE(idle.may_wake());
  idle.end();
  idle.unclaim();  // somebody's end() was faster
  EXPECT_FALSE(idle.may_wake());
}

TEST(IdleCount, OneKeepsTheWatch) {
  IdleCount idle;
  idle.begin();
  EXPECT_FALSE(idle.is_watched());
  EXPECT_TRUE(idle.begin_watch());
  idle.begin();
  EXPECT_FALSE(idle.begin_watch());
  EXPECT_TRUE(idle.is_watched());
  EXPECT_TRUE(idle.claim());
  EXPECT_FALSE(idle.claim()) << "one is woken at a time, watch or not";
  idle.end_watch();
  EXPECT_FALSE(idle.is_watched());
  EXPECT_FALSE(idle.one_is_waking());
  EXPECT_TRUE(idle.begin_watch()) << "the other one may keep it from now on";
  idle.end_watch();
  EXPECT_FALSE(idle.any());
}

TEST(IdleCount, BalancesUnderContention) {
  IdleCount idle;
  std::atomic<bool> stop{false};
  int claims = 0;
  std::thread waker([&] {
    while (!stop.load()) {
      if (idle.claim() && ++claims % 2 == 0) idle.unclaim();
    }
  });
  std::vector<std::thread> sleepers;
  for (int index = 0; index < 3; ++index) {
    sleepers.emplace_back([&] {
      for (int round = 0; round < 20000; ++round) {
        idle.begin();
        idle.end();
      }
    });
  }
  for (std::thread& sleeper : sleepers) sleeper.join();
  stop.store(true);
  waker.join();
  EXPECT_FALSE(idle.may_wake());
  EXPECT_FALSE(idle.one_is_waking());
}

}  // namespace
