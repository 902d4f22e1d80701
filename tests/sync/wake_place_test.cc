// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/wake_place.h"

#include <errno.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "platform/affinity.h"
#include "processors.h"
#include "sync/policy.h"

namespace {

constexpr int64_t kBegin = 3'600'000'000'000;
constexpr int64_t kLong = limpid::policy::kLongSleepNs;
constexpr uint64_t kWorker = 4711;

// The worker as the kernel sees it, and where its waker runs.
int g_waker = 0;
limpid::platform::CpuSet g_mask;
int g_changes = 0;
bool g_refuses = false;

}  // namespace

// In place of the C library's: the tests say where the thread is.
extern "C" int sched_getcpu() noexcept {
  return g_waker;
}

namespace limpid::platform {

bool affinity_of_thread(uint64_t native_id, CpuSet& result) {
  EXPECT_TRUE(native_id == kWorker || native_id == kThisThread);
  result = g_mask;
  return true;
}

bool bind_thread(uint64_t native_id, const CpuSet& processors) {
  EXPECT_TRUE(native_id == kWorker || native_id == kThisThread);
  ++g_changes;
  if (g_refuses) errno = EPERM;
  if (!g_refuses) g_mask = processors;
  return !g_refuses;
}

}  // namespace limpid::platform

namespace limpid::sync {
namespace {

class WakePlaceTest : public testing::Test {
 protected:
  WakePlaceTest() {
    g_refuses = false;
    g_changes = 0;
    g_mask = processors({0, 1, 2});
    errno = 0;
  }
  ~WakePlaceTest() override { EXPECT_EQ(errno, 0); }

  static void expect_mask(std::initializer_list<uint32_t> numbers) {
    const platform::CpuSet expected = processors(numbers);
    for (uint32_t number = 0; number < 8; ++number)
      EXPECT_EQ(g_mask.has(number), expected.has(number)) << number;
  }
  // The worker has slept for so long when a thread on that processor wakes it.
  void wake(int on, int64_t slept) {
    worker_.begin_sleep(kBegin);
    g_waker = on;
    worker_.avoid_waker(kBegin + slept, kWorker);
  }

  WakePlace worker_;
};

TEST_F(WakePlaceTest, ALongSleepEndsOnAnotherProcessorThanTheWakers) {
  wake(1, kLong);
  expect_mask({0, 2});
  worker_.end_sleep();
  expect_mask({0, 1, 2});
}

TEST_F(WakePlaceTest, AShortSleepEndsAnywhere) {
  wake(1, kLong - 1);
  worker_.end_sleep();
  EXPECT_EQ(g_changes, 0);
}

TEST_F(WakePlaceTest, AThreadThatIsAwakeStaysAsItIs) {
  worker_.avoid_waker(kBegin + kLong, kWorker);
  wake(1, 0);
  worker_.end_sleep();
  worker_.avoid_waker(kBegin + 2 * kLong, kWorker);
  EXPECT_EQ(g_changes, 0);
}

TEST_F(WakePlaceTest, TheNextSleepIsLikeTheFirst) {
  wake(1, kLong);
  worker_.end_sleep();
  wake(2, 2 * kLong);
  expect_mask({0, 1});
  worker_.end_sleep();
  expect_mask({0, 1, 2});
}

TEST_F(WakePlaceTest, AnotherOwnerIsAwake) {
  wake(1, 0);
  worker_.start_afresh();
  worker_.avoid_waker(kBegin + kLong, kWorker);
  EXPECT_EQ(g_changes, 0);
  wake(1, kLong);
  worker_.start_afresh();
  wake(2, 0);
  worker_.end_sleep();
  EXPECT_EQ(g_changes, 1);
}

TEST_F(WakePlaceTest, AThreadThatRunsElsewhereOnlyOrHereOnlyIsNotTouched) {
  g_mask = processors({0, 2});
  wake(1, kLong);
  worker_.end_sleep();
  g_mask = processors({1});
  wake(1, kLong);
  worker_.end_sleep();
  EXPECT_EQ(g_changes, 0);
}

TEST_F(WakePlaceTest, AMaskThatChangesMeanwhileIsKept) {
  wake(1, kLong);
  g_mask.add(5);
  g_mask.remove(2);
  worker_.end_sleep();
  expect_mask({0, 1, 5});
}

TEST_F(WakePlaceTest, AKernelThatRefusesChangesNothingNorErrno) {
  g_refuses = true;
  wake(1, kLong);
  worker_.end_sleep();
  expect_mask({0, 1, 2});
  EXPECT_EQ(g_changes, 1);
  g_refuses = false;
  wake(1, kLong);
  worker_.end_sleep();
  EXPECT_EQ(g_changes, 3);
}

}  // namespace
}  // namespace limpid::sync
