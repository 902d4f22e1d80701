// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/backoff.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <thread>

#include "platform/clock.h"
#include "platform/futex.h"
#include "platform/sleeping_thread.h"
#include "processors.h"
#include "sync/awake_threads.h"
#include "sync/give_way.h"
#include "sync/processor_turns.h"
#include "sync/user_teams.h"

namespace {

int g_yields = 0;
int64_t g_yield_ns = 0;          // how long each takes, at least
void (*g_at_yield)() = nullptr;  // what happens at the end of each

}  // namespace

// In place of the C library's: the tests count how often a waiter gives way.
extern "C" int sched_yield() noexcept {
  ++g_yields;
  if (g_yield_ns == 0) return 0;
  const int64_t until = limpid::platform::monotonic_ns() + g_yield_ns;
  while (limpid::platform::monotonic_ns() < until) continue;
  if (g_at_yield != nullptr) g_at_yield();
  return 0;
}

namespace limpid::sync {
namespace {

constexpr int64_t kMs = 1'000'000;
constexpr int64_t kHour = 3'600'000 * kMs;
constexpr SpinPolicy kRoomy{1000, 0, 5 * kMs, true};
constexpr SpinPolicy kCrowded{20, 8, 0, true, true};
constexpr SpinPolicy kInLoop{20, 16, 0, true, true, true};
constexpr SpinPolicy kNested{20, 8, 0, true, true, false, true};

struct Waited {
  uint32_t polls = 0;
  int yields = 0;
};

Waited wait_until_sleep(const SpinPolicy& spin_policy, SpinLimit& limit) {
  g_yields = 0;
  Waited waited;
  Backoff backoff(spin_policy, limit);
  while (backoff.again()) ++waited.polls;
  waited.yields = g_yields;
  return waited;
}

TEST(Backoff, WhoHasAProcessorDoesNotGiveWay) {
  SpinLimit limit;
  const Waited waited = wait_until_sleep(kRoomy, limit);
  EXPECT_GE(waited.polls, 1000u);
  EXPECT_EQ(waited.yields, 0);
}

TEST(Backoff, AWaitThatEndsInSleepTeaches) {
  SpinLimit limit;
  {
    Backoff backoff(kRoomy, limit);
    while (backoff.again()) continue;
    EXPECT_EQ(limit.limit(), SpinLimit::kLongest);
  }
  EXPECT_EQ(limit.limit(), SpinLimit::kLongest / 2);
}

TEST(Backoff, OnASharedProcessorItIsOverAfterAFewPolls) {
  SpinLimit limit;
  limit.lost_processor(platform::monotonic_ns() + kHour, kMs);
  const Waited roomy = wait_until_sleep(kRoomy, limit);
  EXPECT_EQ(roomy.polls, 100u);
  EXPECT_EQ(roomy.yields, 0);
}

// A wait whose thread stands still for at least so long between two polls. How long it was, at most.
int64_t wait_with_a_gap(SpinLimit& limit, int64_t length) {
  Backoff backoff(kRoomy, limit);
  for (uint32_t poll = 0; poll <= kRoomy.spins; ++poll) EXPECT_TRUE(backoff.again());
  const int64_t begin = platform::monotonic_ns();
  while (platform::monotonic_ns() - begin < length) continue;
  for (uint32_t poll = 0; poll <= policy::kPollsPerClock; ++poll) (void)backoff.again();
  return platform::monotonic_ns() - begin;
}

TEST(Backoff, AThreadThatComputesOnTheProcessorSharesIt) {
  SpinLimit limit;
  wait_with_a_gap(limit, SpinLimit::kTurn + 1000);
  EXPECT_TRUE(limit.is_shared());
}

TEST(Backoff, AThreadThatLooksInThereDoesNot) {
  SpinLimit limit;
  const int64_t gap = wait_with_a_gap(limit, SpinLimit::kTurn / 3);
  EXPECT_FALSE(limit.is_shared() && gap <= SpinLimit::kTurn)
      << gap;  // the test may be interrupted for longer
}

TEST(Backoff, WhatAThreadSleepsIsNotLostToOthers) {
  SpinLimit limit;
  const int64_t begin = platform::monotonic_ns();
  limit.note_preemptions(begin, {});
  constexpr int64_t kAsleep = 20 * kMs;
  {
    Backoff backoff(kRoomy, limit);
    while (backoff.again()) continue;
    std::this_thread::sleep_for(std::chrono::nanoseconds(kAsleep));
  }
  const bool interrupted = limit.is_shared();  // the test, while it polled
  const int64_t now = platform::monotonic_ns();
  limit.note_preemptions(now, {100, now - begin - kAsleep});
  EXPECT_EQ(limit.is_shared(), interrupted);
}

TEST(Backoff, ACrowdedTeamGivesWayAFewTimes) {
  SpinLimit limit;
  limit.lost_processor(platform::monotonic_ns() + kHour, kMs);  // says nothing of it
  const Waited crowded = wait_until_sleep(kCrowded, limit);
  EXPECT_GE(crowded.polls, 20u);
  EXPECT_LE(crowded.yields, 8);
}

TEST(Backoff, WhereYieldsComeBackLateItSleepsInstead) {
  SpinLimit limit;
  g_yield_ns = SpinLimit::kGap + 1000;
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 1);
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 0);
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 1);  // tries again
  for (int wait = 0; wait < 30; ++wait) EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 0);
  g_yield_ns = 0;
}

// A wait of a crowded team that is over while the thread has given way.
void wait_that_ends_in_a_yield(SpinLimit& limit, const SpinPolicy& spin_policy = kCrowded) {
  Backoff backoff(spin_policy, limit);
  for (g_yields = 0; g_yields == 0;) ASSERT_TRUE(backoff.again());
}

class LostTurn : public testing::Test {
 protected:
  LostTurn() { set_processor(0); }
  ~LostTurn() override {
    g_yield_ns = 0, g_at_yield = nullptr;
    forget_losses();
  }
  static void forget_losses() { (void)are_lost_here(kHour), (void)are_lost_anywhere(kHour); }
  static bool are_lost_here(int64_t later = 0) {
    return ProcessorTurns::are_lost_here_at(platform::monotonic_ns() + later);
  }
  static bool are_lost_anywhere(int64_t later = 0) {
    return ProcessorTurns::are_lost_anywhere_at(platform::monotonic_ns() + later);
  }
  // Believed for long: the test may be interrupted.
  static void lose() { ProcessorTurns::note_loss(platform::monotonic_ns(), kHour); }

  SpinLimit limit;
};

TEST_F(LostTurn, AfterAnotherProgramsTurnTheNextWaitsSleep) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  wait_that_ends_in_a_yield(limit);
  EXPECT_TRUE(are_lost_here());
  lose();
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 0);
  EXPECT_EQ(wait_until_sleep(kInLoop, limit).yields, 0);
}

TEST_F(LostTurn, OneThreadsLossTeachesTheOthers) {
  lose();
  SpinLimit others;
  EXPECT_EQ(wait_until_sleep(kCrowded, others).yields, 0);
  EXPECT_EQ(wait_until_sleep(kInLoop, others).yields, 0);
}

TEST_F(LostTurn, OnAnotherProcessorOnlyWaitsOfALoopSleep) {
  lose();
  set_processor(1);
  EXPECT_FALSE(are_lost_here());
  EXPECT_GT(wait_until_sleep(kCrowded, limit).yields, 0);
  EXPECT_EQ(wait_until_sleep(kInLoop, limit).yields, 0);
  set_processor(0);
}

TEST_F(LostTurn, AYieldThatReturnsInTimeIsNone) {
  wait_that_ends_in_a_yield(limit);
  EXPECT_FALSE(are_lost_here());
}

// Another thread of the team has had the processor, and waits now.
TEST_F(LostTurn, ATurnOfTheOwnTeamIsNone) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  g_at_yield = [] { ProcessorTurns::note_poll(platform::monotonic_ns()); };
  wait_that_ends_in_a_yield(limit);
  EXPECT_FALSE(are_lost_here());
}

// The awaited member computes; the wait goes on.
TEST_F(LostTurn, InALoopALateYieldAloneEndsNothing) {
  g_yield_ns = SpinLimit::kGap + 1000;
  EXPECT_EQ(wait_until_sleep(kInLoop, limit).yields, 16);
}

TEST_F(LostTurn, WaitsOfALoopThatKeepTheirTurnsReadNoClock) {
  for (uint32_t wait = 0; wait < policy::kManyTurns; ++wait) limit.kept_turn();
  g_yield_ns = policy::kLostTurnNs + 100'000;
  wait_that_ends_in_a_yield(limit, kInLoop);  // does not look
  EXPECT_FALSE(are_lost_here());
  for (uint32_t wait = 1; wait < policy::kRareLook; ++wait) wait_that_ends_in_a_yield(limit, kInLoop);
  EXPECT_TRUE(are_lost_here());
}

// Though this thread has kept its turns for long.
TEST_F(LostTurn, AfterALossOfAnotherThreadAllWaitsOfALoopLook) {
  for (uint32_t wait = 0; wait < policy::kManyTurns; ++wait) limit.kept_turn();
  lose();
  for (int wait = 0; wait < 3; ++wait) EXPECT_EQ(wait_until_sleep(kInLoop, limit).yields, 0);
}

int yields_of_a_thread_that_gives_way() {
  g_yields = 0;
  give_way();
  return g_yields;
}

// A thread that is in no wait learns as well, and teaches the waits on its processor.
TEST_F(LostTurn, AThreadThatGivesWayLosesItOnce) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  EXPECT_EQ(yields_of_a_thread_that_gives_way(), 1);
  EXPECT_TRUE(are_lost_here());
  EXPECT_FALSE(are_lost_anywhere());
  lose();
  EXPECT_EQ(yields_of_a_thread_that_gives_way(), 0);
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 0);
}

TEST_F(LostTurn, GivingWayToAThreadOfTheProcessLosesNone) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  g_at_yield = [] { ProcessorTurns::note_poll(platform::monotonic_ns()); };
  EXPECT_EQ(yields_of_a_thread_that_gives_way(), 1);
  EXPECT_FALSE(are_lost_here());
}

TEST_F(LostTurn, GivingWayForAMomentLosesNone) {
  EXPECT_EQ(yields_of_a_thread_that_gives_way(), 1);
  EXPECT_FALSE(are_lost_here());
}

// A crowded team on two processors, whose members compute between their waits.
class FewAreAwake : public testing::Test {
 protected:
  FewAreAwake() {
    AwakeThreads::note_threads(4, 2);
    for (int wait = 0; wait < 20; ++wait) limit.note_length(kMs);
  }
  ~FewAreAwake() override {
    AwakeThreads::note_threads(UINT32_MAX, 0);
    g_yield_ns = 0;
  }
  SpinLimit limit;
};

TEST_F(FewAreAwake, AWaitYieldsOn) {
  const int64_t begin = platform::monotonic_ns();
  EXPECT_GT(wait_until_sleep(kCrowded, limit).yields, 8);
  EXPECT_GE(platform::monotonic_ns() - begin, policy::kFewAwakeNs);
}

TEST_F(FewAreAwake, AYieldThatComesBackLateIsTheLast) {
  g_yield_ns = SpinLimit::kGap + 1000;
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 1);
}

TEST_F(FewAreAwake, AfterASleepItYieldsAFewTimesOnly) {
  Backoff backoff(kCrowded, limit);
  while (backoff.again()) continue;
  g_yields = 0;
  while (backoff.again()) continue;
  EXPECT_LE(g_yields, 8);
}

TEST_F(FewAreAwake, AThreadThatHelpsWithTasksSleeps) {
  g_yields = 0;
  Backoff backoff(kCrowded, limit);
  backoff.helps();
  while (backoff.again()) continue;
  EXPECT_LE(g_yields, 8);
}

TEST_F(FewAreAwake, AfterShortWaitsItSleeps) {
  for (int wait = 0; wait < 20; ++wait) limit.note_length(1'000);
  EXPECT_LE(wait_until_sleep(kCrowded, limit).yields, 8);
}

TEST_F(FewAreAwake, WithMoreThreadsItSleepsUnlessTheyDo) {
  AwakeThreads::note_threads(5, 2);
  EXPECT_LE(wait_until_sleep(kCrowded, limit).yields, 8);
  for (int wait = 0; wait < 20; ++wait) limit.note_length(kMs);
  std::atomic<uint32_t> word{0};
  std::thread sleeper([&word] {
    while (word.load() == 0) platform::futex_wait(word, 0);
  });
  while (platform::SleepingThread::count() == 0) std::this_thread::yield();
  EXPECT_GT(wait_until_sleep(kCrowded, limit).yields, 8);
  word.store(1);
  platform::futex_wake(word, platform::kWakeAll);
  sleeper.join();
  EXPECT_EQ(platform::SleepingThread::count(), 0u);
}

// Two user threads with teams that together have more threads than the machine has processors.
class BesideAnotherTeam : public LostTurn {
 protected:
  BesideAnotherTeam() {
    UserTeams::add();
    UserTeams::add();
    UserTeams::note_crowd(true);
  }
  ~BesideAnotherTeam() override {
    UserTeams::restart(0);
    UserTeams::note_crowd(false);
  }
};

// The thread may move to another processor.
class MayMove {
 public:
  MayMove() { set_mask(processors({0, 1})); }
  ~MayMove() { set_mask(processors({0})); }
  [[nodiscard]] uint32_t moves() const { return Parting::moves() - before_; }

 private:
  const uint32_t before_ = Parting::moves();
};

// How many waits, each of which is over when its first yield returns, a thread passes until it moves; at most `most`.
// The test may be interrupted, which ends a row of such waits.
uint32_t waits_until_a_move(const SpinPolicy& spin_policy, uint32_t most) {
  const MayMove thread;
  SpinLimit limit;
  uint32_t waits = 0;
  for (; waits < most && thread.moves() == 0; ++waits) wait_that_ends_in_a_yield(limit, spin_policy);
  return waits;
}

TEST_F(BesideAnotherTeam, MembersOnOneProcessorPart) {
  const uint32_t waits = waits_until_a_move(kRoomy, 10'000);
  EXPECT_GE(waits, policy::kYieldsInRow);
  EXPECT_LT(waits, 10'000u);
}

TEST_F(BesideAnotherTeam, AWaitThatWentOnAfterTheYieldIsNoSignOfThat) {
  const MayMove thread;
  for (uint32_t wait = 0; wait < 100; ++wait) {
    Backoff backoff(kRoomy, limit);
    for (g_yields = 0; g_yields == 0;) ASSERT_TRUE(backoff.again());
    ASSERT_TRUE(backoff.again());
  }
  EXPECT_EQ(thread.moves(), 0u);
}

TEST(Backoff, MembersOfANestedTeamPartIfItHasProcessorsEnough) {
  const uint32_t waits = waits_until_a_move(kNested, 10'000);
  EXPECT_GE(waits, policy::kYieldsInRow);
  EXPECT_LT(waits, 10'000u);
  EXPECT_EQ(waits_until_a_move(kCrowded, 100), 100u);
}

TEST_F(BesideAnotherTeam, ATeamThatFitsPollsAndYields) {
  const Waited first = wait_until_sleep(kRoomy, limit);
  EXPECT_GE(first.yields, 2);
  EXPECT_GE(first.polls, 1000u);
  forget_losses();  // the test may be interrupted
  Backoff next(kRoomy, limit);
  g_yields = 0;
  int polls = 0;
  for (; g_yields == 0; ++polls) EXPECT_TRUE(next.again());
  EXPECT_EQ(polls, 21);
}

TEST_F(BesideAnotherTeam, AfterAnotherProgramsTurnATeamThatFitsSleeps) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  EXPECT_EQ(wait_until_sleep(kRoomy, limit).yields, 1);
  lose();
  EXPECT_EQ(wait_until_sleep(kRoomy, limit).yields, 0);
}

TEST_F(BesideAnotherTeam, ThatAYieldComesBackLateIsTheOthersTurn) {
  g_yield_ns = SpinLimit::kGap + 1000;
  g_at_yield = [] { ProcessorTurns::note_poll(platform::monotonic_ns()); };  // the test may be interrupted
  EXPECT_GE(wait_until_sleep(kRoomy, limit).yields, 2);
  EXPECT_GE(wait_until_sleep(kRoomy, limit).yields, 2);
}

TEST_F(BesideAnotherTeam, AMillisecondOfTheOtherTeamIsNoLostTurn) {
  g_yield_ns = policy::kLostTurnNs + 100'000;
  g_at_yield = [] { ProcessorTurns::note_poll(platform::monotonic_ns()); };
  EXPECT_GE(wait_until_sleep(kRoomy, limit).yields, 1);
  EXPECT_FALSE(are_lost_here());
  EXPECT_GE(wait_until_sleep(kRoomy, limit).yields, 1);
}

TEST_F(BesideAnotherTeam, ALargerTeamYieldsMoreThanAFewTimes) {
  EXPECT_GT(wait_until_sleep(kCrowded, limit).yields, 8);
}

TEST_F(BesideAnotherTeam, ALargerTeamSleepsOnceYieldsComeBackLate) {
  g_yield_ns = SpinLimit::kGap + 1000;
  EXPECT_EQ(wait_until_sleep(kCrowded, limit).yields, 1);
  const Waited next = wait_until_sleep(kCrowded, limit);
  EXPECT_EQ(next.polls, 20u);
  EXPECT_EQ(next.yields, 0);
}

TEST_F(BesideAnotherTeam, AfterASleepItDoesNotYieldAgain) {
  Backoff backoff(kRoomy, limit);
  while (backoff.again()) continue;
  g_yields = 0;
  EXPECT_FALSE(backoff.again());
  EXPECT_EQ(g_yields, 0);
}

TEST_F(BesideAnotherTeam, WithAProcessorForEachThreadNobodyYields) {
  UserTeams::note_crowd(false);
  EXPECT_EQ(wait_until_sleep(kRoomy, limit).yields, 0);
}

TEST_F(BesideAnotherTeam, OnceTheOtherTeamIsGoneItWaitsAsBefore) {
  UserTeams::remove();
  EXPECT_EQ(wait_until_sleep(kRoomy, limit).yields, 0);
  EXPECT_LE(wait_until_sleep(kCrowded, limit).yields, 8);
}

TEST(Backoff, WhatTheUserAskedForHoldsAlsoThere) {
  SpinLimit limit;
  limit.lost_processor(platform::monotonic_ns() + kHour, kMs);
  const Waited active = wait_until_sleep({1000, 3, kMs, false}, limit);
  EXPECT_GE(active.polls, 1000u);
  EXPECT_GE(active.yields, 3);
  EXPECT_EQ(wait_until_sleep({50, 0, 0, false}, limit).polls, 50u);
  EXPECT_EQ(wait_until_sleep({0, 0, 0, false}, limit).polls, 0u);
}

}  // namespace
}  // namespace limpid::sync
