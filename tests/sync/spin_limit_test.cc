// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/spin_limit.h"

#include <gtest/gtest.h>

#include "sync/turn_loss.h"

namespace limpid::sync {
namespace {

constexpr int64_t kMs = 1'000'000;

// The waits of a program, each so long after its first polls; who polls long enough sees it end.
void wait(SpinLimit& limit, int64_t length, int times = 1) {
  for (int i = 0; i < times; ++i) limit.learn(length, length > limit.limit());
}

TEST(SpinLimit, LongWaitsAreNotWorthAProcessor) {
  SpinLimit limit;
  EXPECT_EQ(limit.limit(), SpinLimit::kLongest);
  wait(limit, 10 * kMs, 100);
  EXPECT_EQ(limit.limit(), 0);
}

TEST(SpinLimit, ShortWaitsAre) {
  SpinLimit limit;
  wait(limit, 10 * kMs, 10);
  EXPECT_EQ(limit.limit(), 0);
  wait(limit, 60'000, 8);
  EXPECT_EQ(limit.limit(), SpinLimit::kLongest);
  wait(limit, 60'000, 1000);
  EXPECT_GE(limit.limit(), 120'000);
}

TEST(SpinLimit, WhereShortAndLongWaitsTakeTurnsTheShortOnesArePolledFor) {
  SpinLimit limit;
  for (int turn = 0; turn < 100; ++turn) {
    wait(limit, 50 * kMs);
    EXPECT_GE(limit.limit(), 60'000);
    wait(limit, 60'000);
  }
}

// Whom we wait for can only run when we sleep: that was soon after, so the wait times short.
TEST(SpinLimit, PollingInVainIsTriedEverMoreRarely) {
  SpinLimit limit;
  int64_t polled = 0;
  for (int turn = 0; turn < 10000; ++turn) {
    polled += limit.limit();
    limit.learn(limit.limit() + 10'000 < SpinLimit::kLongest ? limit.limit() + 10'000 : SpinLimit::kLongest,
                true);
  }
  EXPECT_LT(polled, 10000 * 2'000);
}

TEST(SpinLimit, CrowdedWaitsAreLongWhereMostOfTheLastWere) {
  SpinLimit limit;
  EXPECT_FALSE(limit.waits_are_long());
  for (int wait = 0; wait < 8; ++wait) limit.note_length(2 * policy::kLongWaitNs);
  EXPECT_TRUE(limit.waits_are_long());
  limit.note_length(0);
  EXPECT_TRUE(limit.waits_are_long());
  for (int wait = 0; wait < 8; ++wait) limit.note_length(0);
  EXPECT_FALSE(limit.waits_are_long());
}

TEST(SpinLimit, OneLateYieldAmongManyIsForgiven) {
  SpinLimit limit;
  for (int wait = 0; wait < 100; ++wait) {
    limit.note_yield(wait % 40 == 0);
    limit.note_yield(false);
    EXPECT_TRUE(limit.may_yield()) << wait;
  }
}

TEST(SpinLimit, WhereYieldsAreLateTheyAreTriedRarely) {
  SpinLimit limit;
  int tries = 0;
  for (int wait = 0; wait < 1000; ++wait) {
    if (!limit.may_yield()) continue;
    ++tries;
    limit.note_yield(true);
  }
  EXPECT_LE(tries, 33);
  EXPECT_GE(tries, 10);
}

// What the kernel counts of a thread that was preempted `times` in 60 ms, for `lost` in all.
platform::ThreadUsage after_60_ms(const platform::ThreadUsage& before, int64_t times, int64_t lost) {
  return {before.preemptions + times, before.ran_ns + 60 * kMs - lost};
}

TEST(SpinLimit, WhoIsOftenPreemptedSharesItsProcessor) {
  SpinLimit limit;
  int64_t now = kMs;
  EXPECT_TRUE(limit.preemptions_due(now + 1000 * kMs));
  platform::ThreadUsage usage{1000, 0};
  limit.note_preemptions(now, usage);  // before anything is known
  EXPECT_FALSE(limit.is_shared_at(now));
  EXPECT_FALSE(limit.preemptions_due(now + kMs));
  now += 60 * kMs;
  EXPECT_TRUE(limit.preemptions_due(now));
  usage = after_60_ms(usage, 2, 8 * kMs);  // may happen anywhere
  limit.note_preemptions(now, usage);
  EXPECT_FALSE(limit.is_shared_at(now));
  now += 60 * kMs;
  limit.note_preemptions(now, after_60_ms(usage, 10, 30 * kMs));
  EXPECT_TRUE(limit.is_shared_at(now));
  EXPECT_TRUE(limit.is_shared_at(now + 99 * kMs));
  EXPECT_FALSE(limit.is_shared_at(now + 100 * kMs));
}

// As a profiler's thread that takes samples.
TEST(SpinLimit, AThreadThatOnlyLooksInDoesNotShareTheProcessor) {
  SpinLimit limit;
  limit.note_preemptions(kMs, {});
  limit.note_preemptions(61 * kMs, after_60_ms({}, 30, 30 * kMs / 5));
  EXPECT_FALSE(limit.is_shared());
}

// As the threads of another program that often wait for each other.
TEST(SpinLimit, ShortTurnsThatTakeMuchOfTheTimeShareTheProcessor) {
  SpinLimit limit;
  limit.note_preemptions(kMs, {});
  limit.note_preemptions(61 * kMs, after_60_ms({}, 50, 50 * kMs / 3));
  EXPECT_TRUE(limit.is_shared());
}

TEST(SpinLimit, TheTimeAsleepInWaitsIsNotLost) {
  SpinLimit limit;
  limit.note_sleep(7 * kMs);  // before anything is known
  limit.note_preemptions(kMs, {});
  limit.note_sleep(20 * kMs);
  limit.note_sleep(19 * kMs);
  limit.note_preemptions(61 * kMs, after_60_ms({}, 10, 45 * kMs));
  EXPECT_FALSE(limit.is_shared());
  limit.note_preemptions(121 * kMs, after_60_ms(after_60_ms({}, 10, 45 * kMs), 10, 45 * kMs));
  EXPECT_TRUE(limit.is_shared());
}

TEST(SpinLimit, APreemptionDoesNotEndAnEarlierBelief) {
  SpinLimit limit;
  const int64_t now = 1000 * kMs;
  limit.lost_processor(now, 20 * kMs);  // for 400 ms
  limit.note_preemptions(now - 50 * kMs, {});
  limit.note_preemptions(now, {100, 0});
  EXPECT_TRUE(limit.is_shared_at(now + 399 * kMs));
}

TEST(PollTimes, TheTimeAsleepIsNoGap) {
  PollTimes times;
  EXPECT_EQ(times.note_poll(5 * kMs), 0);
  EXPECT_EQ(times.note_poll(6 * kMs), kMs);
  times.sleep();
  EXPECT_EQ(times.note_poll(9 * kMs), 0);
  EXPECT_EQ(times.note_poll(9 * kMs + 7), 7);
}

TEST(SpinLimit, AProcessorIsOursUntilItWasLost) {
  SpinLimit limit;
  EXPECT_FALSE(limit.is_shared());
  limit.lost_processor(1000 * kMs, kMs / 4);
  EXPECT_TRUE(limit.is_shared());
  EXPECT_TRUE(limit.is_shared_at(1009 * kMs));
  EXPECT_FALSE(limit.is_shared_at(1010 * kMs));
  EXPECT_FALSE(limit.is_shared());
}

TEST(TurnLoss, IsBelievedForAShortTimeAtFirst) {
  TurnLoss loss;
  EXPECT_FALSE(loss.is_believed_at(1000 * kMs));
  loss.note(1000 * kMs, 4 * kMs);
  EXPECT_TRUE(loss.is_believed_at(1019 * kMs));
  EXPECT_FALSE(loss.is_believed_at(1020 * kMs));
  loss.note(1024 * kMs, 4 * kMs);  // again, soon after
  EXPECT_TRUE(loss.is_believed_at(1063 * kMs));
  EXPECT_FALSE(loss.is_believed_at(1064 * kMs));
}

TEST(TurnLoss, IsForgottenWhenAnotherOneWouldNotConfirmIt) {
  TurnLoss loss;
  EXPECT_FALSE(loss.is_remembered());
  loss.note(1000 * kMs, 4 * kMs);
  EXPECT_FALSE(loss.is_believed_at(1039 * kMs));
  EXPECT_TRUE(loss.is_remembered());
  EXPECT_FALSE(loss.is_believed_at(1040 * kMs));
  EXPECT_FALSE(loss.is_remembered());
}

// What a crowded team has learned says nothing to a roomy one.
TEST(SpinLimit, ALostTurnIsNoLostProcessor) {
  SpinLimit limit;
  limit.lost_turn();
  EXPECT_FALSE(limit.is_shared());
}

int looks_in_80_waits(SpinLimit& limit) {
  int looks = 0;
  for (int wait = 0; wait < 80; ++wait) looks += limit.looks_for_turn() ? 1 : 0;
  return looks;
}

TEST(SpinLimit, AfterManyKeptTurnsFewWaitsLook) {
  SpinLimit limit;
  for (uint32_t wait = 0; wait < policy::kManyTurns; ++wait) {
    EXPECT_TRUE(limit.looks_for_turn());
    limit.kept_turn();
  }
  EXPECT_EQ(looks_in_80_waits(limit), 10);
  limit.lost_turn();
  EXPECT_EQ(looks_in_80_waits(limit), 80);
}

// How long the processor counts as shared after it was lost for so long.
int64_t share_after(SpinLimit& limit, int64_t now, int64_t gap) {
  limit.lost_processor(now, gap);
  int64_t length = 0;
  while (limit.is_shared_at(now + length)) length += kMs;
  return length / kMs;
}

TEST(SpinLimit, FindingOutTakesATwentiethOfTheTimeAtMost) {
  SpinLimit limit;
  EXPECT_EQ(share_after(limit, 1000 * kMs, 3 * kMs), 60);
  EXPECT_EQ(share_after(limit, 9000 * kMs, 30 * kMs), 600);
  EXPECT_EQ(share_after(limit, 30000 * kMs, 3000 * kMs), 2000);
}

TEST(SpinLimit, WhatIsFoundOutAgainIsBelievedForLonger) {
  SpinLimit limit;
  int64_t now = 1000 * kMs;
  for (int64_t expected : {10, 20, 40, 80, 160, 320, 640, 1280, 2000, 2000}) {
    EXPECT_EQ(share_after(limit, now, kMs / 4), expected);
    now += expected * kMs + kMs;
  }
}

TEST(SpinLimit, ALossThatWasLongAgoIsForgotten) {
  SpinLimit limit;
  EXPECT_EQ(share_after(limit, 1000 * kMs, kMs / 4), 10);
  EXPECT_EQ(share_after(limit, 1011 * kMs, kMs / 4), 20);
  EXPECT_EQ(share_after(limit, 5000 * kMs, kMs / 4), 10);
}

}  // namespace
}  // namespace limpid::sync
