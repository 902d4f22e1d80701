// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/parting.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "platform/affinity.h"
#include "processors.h"
#include "sync/policy.h"

namespace {

constexpr int64_t kMs = 1'000'000;

// The calling thread as the kernel sees it.
int g_processor = 0;
limpid::platform::CpuSet g_mask = processors({0});
int g_attempts = 0;
bool g_refuses = false;

}  // namespace

void set_mask(const limpid::platform::CpuSet& mask) {
  g_mask = mask;
}

void set_processor(int number) {
  g_processor = number;
}

// In place of the C library's: the tests say where the thread is.
extern "C" int sched_getcpu() noexcept {
  return g_processor;
}

namespace limpid::platform {

bool affinity_of_this_thread(CpuSet& result) {
  ++g_attempts;
  result = g_mask;
  return true;
}

bool bind_this_thread(const CpuSet& processors) {
  if (g_refuses) errno = EPERM;
  if (g_refuses) return false;
  g_mask = processors;
  if (!g_mask.has(static_cast<uint32_t>(g_processor))) g_processor = static_cast<int>(g_mask.next(0));
  return true;
}

}  // namespace limpid::platform

namespace limpid::sync {
namespace {

// Each test has its own time: notes of the last one are out of date.
class PartingTest : public testing::Test {
 protected:
  PartingTest() {
    g_now += 3'600'000 * kMs;
    g_refuses = false;
    g_attempts = 0;
  }
  // A thread on that processor, with that mask, is about to sleep. Its processor afterwards.
  static int wait(Parting& thread, int on, const platform::CpuSet& mask) {
    g_processor = on;
    g_mask = mask;
    thread.about_to_wait(g_now);
    for (uint32_t number = 0; number < 8; ++number) EXPECT_EQ(g_mask.has(number), mask.has(number)) << number;
    return g_processor;
  }

  static inline int64_t g_now = 0;
  const platform::CpuSet all_ = processors({0, 1, 2, 3});
  Parting first_, second_, third_;
};

TEST_F(PartingTest, AThreadThatIsAloneStays) {
  for (int turn = 0; turn < 1000; ++turn, g_now += kMs / 10) EXPECT_EQ(wait(first_, 2, all_), 2);
  EXPECT_EQ(g_attempts, 0);
}

TEST_F(PartingTest, OfTwoThatWaitInTurnOneMovesAndTheOtherStays) {
  const uint32_t moves = Parting::moves();
  EXPECT_EQ(wait(first_, 2, all_), 2);
  const int there = wait(second_, 2, all_);
  EXPECT_NE(there, 2);
  for (int turn = 0; turn < 1000; ++turn, g_now += kMs / 10) {
    EXPECT_EQ(wait(first_, 2, all_), 2);
    EXPECT_EQ(wait(second_, there, all_), there);
  }
  EXPECT_EQ(Parting::moves(), moves + 1);
}

TEST_F(PartingTest, ItGoesWhereNoOtherWaits) {
  wait(first_, 0, all_);
  wait(second_, 1, all_);
  EXPECT_EQ(wait(third_, 1, processors({0, 1, 3})), 3);
}

TEST_F(PartingTest, OnlyWhereItMayRun) {
  wait(first_, 3, all_);
  EXPECT_EQ(wait(second_, 3, processors({2, 3})), 2);
}

TEST_F(PartingTest, ItStaysIfAllAreTakenOrItIsBound) {
  wait(first_, 0, all_);
  wait(second_, 1, all_);
  EXPECT_EQ(wait(third_, 1, processors({0, 1})), 1);
  g_now += kMs;
  wait(first_, 0, all_);
  EXPECT_EQ(wait(second_, 0, processors({0})), 0);
}

TEST_F(PartingTest, AnOldNoteSaysNothing) {
  wait(first_, 0, all_);
  g_now += 2 * policy::kNoteValidityNs;
  EXPECT_EQ(wait(second_, 0, all_), 0);
  EXPECT_EQ(g_attempts, 0);
}

TEST_F(PartingTest, AThreadThatWaitsElsewhereNowIsNotMet) {
  wait(first_, 0, all_);
  wait(first_, 1, all_);
  EXPECT_EQ(wait(second_, 0, all_), 0);
}

// The kernel moves them together again each time: a billion waits in an hour must not cost as many moves.
TEST_F(PartingTest, AttemptsBecomeRareIfTheyAreNeededAgainAndAgain) {
  for (int turn = 0; turn < 60'000; ++turn, g_now += kMs) {
    wait(first_, 0, all_);
    wait(second_, 0, all_);
  }
  EXPECT_GE(g_attempts, 60);
  EXPECT_LE(g_attempts, 2 * (60 + 12));
  g_now += 3'600'000 * kMs;
  wait(first_, 0, all_);
  EXPECT_NE(wait(second_, 0, all_), 0);
}

TEST_F(PartingTest, AKernelThatRefusesChangesNothingNorErrno) {
  g_refuses = true;
  errno = 0;
  wait(first_, 0, all_);
  EXPECT_EQ(wait(second_, 0, all_), 0);
  EXPECT_EQ(errno, 0);
}

// Waits of a thread on that processor, each over when its first yield returned. Its processor afterwards.
class PartingByYieldsTest : public PartingTest {
 protected:
  static int yield(Parting& thread, int on, uint32_t times, int64_t apart = 2'000) {
    g_processor = on;
    g_mask = processors({0, 1});
    for (uint32_t wait = 0; wait < times; ++wait) thread.ended_by_yield(g_now += apart);
    EXPECT_TRUE(g_mask.has(0) && g_mask.has(1));
    return g_processor;
  }
};

TEST_F(PartingByYieldsTest, ManyInARowMoveTheThread) {
  EXPECT_EQ(yield(first_, 1, policy::kYieldsInRow - 1), 1);
  EXPECT_EQ(yield(first_, 1, 1), 0);
}

// Where the other processor has a recent note, of another team's thread.
TEST_F(PartingByYieldsTest, AnotherTeamsNoteDoesNotKeepIt) {
  wait(second_, 0, processors({0, 1}));
  EXPECT_EQ(yield(first_, 1, policy::kYieldsInRow), 0);
}

TEST_F(PartingByYieldsTest, FarApartTheyAreChance) {
  EXPECT_EQ(yield(first_, 1, 1000, policy::kYieldRowNs + 1), 1);
  EXPECT_EQ(g_attempts, 0);
}

// The awaited thread has moved meanwhile.
TEST_F(PartingByYieldsTest, AMoveOfAnotherThreadEndsTheRow) {
  EXPECT_EQ(yield(first_, 1, policy::kYieldsInRow - 1), 1);
  EXPECT_EQ(yield(second_, 1, policy::kYieldsInRow), 0);
  EXPECT_EQ(yield(first_, 1, policy::kYieldsInRow - 1), 1);
}

TEST_F(PartingByYieldsTest, AKernelThatRefusesChangesNothingNorErrno) {
  g_refuses = true;
  errno = 0;
  EXPECT_EQ(yield(first_, 1, policy::kYieldsInRow), 1);
  EXPECT_EQ(errno, 0);
  EXPECT_EQ(g_attempts, 1);
}

}  // namespace
}  // namespace limpid::sync
