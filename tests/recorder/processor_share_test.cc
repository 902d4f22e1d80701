// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/processor_share.h"

#include <gtest/gtest.h>

namespace limpid::recorder {
namespace {

using Queue = ThreadTimes::Queue;

constexpr uint64_t kMs = 1'000'000;

// One thread's clocks, stretch by stretch, in ms.
class Share : public testing::Test {
 protected:
  Share() { end(0, 0, 0, Queue::kRead); }

  uint64_t end(uint64_t elapsed, uint64_t ran, uint64_t queued, Queue queue, bool should_run = true,
               bool asleep = false) {
    return stretch(elapsed, ran, queued, queue, should_run, asleep).here_ns / kMs;
  }
  ProcessorShare::Missing stretch(uint64_t elapsed, uint64_t ran, uint64_t queued, Queue queue,
                                  bool should_run = true, bool asleep = false) {
    times_.ran_ns += ran * kMs;
    if (queue == Queue::kRead) times_.queued_ns += queued * kMs;
    times_.queue = queue;
    times_.asleep = asleep;
    return share_.without(elapsed * kMs, times_, should_run);
  }

  ThreadTimes times_;
  ProcessorShare share_;
};

TEST_F(Share, TimeInTheQueueIsWithoutAProcessor) {
  EXPECT_EQ(end(10, 10, 0, Queue::kNotRead), 0u);
  EXPECT_EQ(end(10, 4, 6, Queue::kRead), 6u);
  EXPECT_EQ(end(10, 4, 1, Queue::kRead, true, true), 1u) << "it has slept for the other five";
  EXPECT_EQ(end(10, 8, 2, Queue::kRead), 2u);
}

// What the kernel counts in one stretch may belong to the one before; never more than that did not run.
TEST_F(Share, WhatIsCountedLateBelongsToTheStretchBefore) {
  ProcessorShare::Missing found = stretch(10, 4, 0, Queue::kRead);
  EXPECT_EQ(found.here_ns, 0u);
  EXPECT_TRUE(found.open);
  EXPECT_TRUE(share_.wants_queue_time(10 * kMs, times_.ran_ns + 10 * kMs));
  found = stretch(10, 8, 9, Queue::kRead);
  EXPECT_EQ(found.before_ns, 6 * kMs) << "all that did not run";
  EXPECT_EQ(found.here_ns, 2 * kMs);
  EXPECT_FALSE(found.open);
  found = stretch(10, 10, 30, Queue::kRead);
  EXPECT_EQ(found.here_ns + found.before_ns, 0u);
}

// A tenth of a stretch in which the recorder took a tenth says nothing of the program.
TEST_F(Share, TheRecordersOwnRoundIsNoLackOfProcessors) {
  share_.allow(1 * kMs);
  EXPECT_FALSE(share_.wants_queue_time(10 * kMs, times_.ran_ns + 9 * kMs));
  EXPECT_EQ(end(10, 9, 1, Queue::kRead), 0u);
  EXPECT_TRUE(share_.wants_queue_time(10 * kMs, times_.ran_ns + 8 * kMs));
  EXPECT_EQ(end(10, 7, 3, Queue::kRead), 3u);
}

TEST_F(Share, WhoFellAsleepLeavesNothingOpen) {
  EXPECT_FALSE(stretch(10, 4, 1, Queue::kRead, true, true).open);
  EXPECT_EQ(stretch(10, 5, 9, Queue::kRead).before_ns, 0u);
}

TEST_F(Share, TheKernelCountsAWaitWhenItIsOver) {
  EXPECT_EQ(end(10, 0, 0, Queue::kRead), 10u);
  EXPECT_EQ(end(10, 0, 0, Queue::kNotRead), 10u);
  EXPECT_EQ(end(10, 5, 23, Queue::kRead), 3u) << "twenty were told before";
  const ProcessorShare::Missing found = stretch(10, 5, 5, Queue::kRead);
  EXPECT_EQ(found.before_ns, 2 * kMs);
  EXPECT_EQ(found.here_ns, 3 * kMs);
}

TEST_F(Share, WhoWaitsOrSleepsNeedsNoProcessor) {
  EXPECT_EQ(end(10, 1, 7, Queue::kRead, false), 0u);
  EXPECT_EQ(end(10, 0, 0, Queue::kRead, false), 0u);
  EXPECT_EQ(end(10, 9, 1, Queue::kRead), 1u) << "nothing of it comes later";
}

TEST_F(Share, AClockReadLateOwesToTheNextStretch) {
  EXPECT_EQ(end(10, 11, 0, Queue::kNotRead), 0u);
  EXPECT_FALSE(share_.wants_queue_time(10 * kMs, times_.ran_ns + 9 * kMs));
  EXPECT_TRUE(share_.wants_queue_time(10 * kMs, times_.ran_ns + 8 * kMs));
  EXPECT_EQ(end(10, 8, 9, Queue::kRead), 1u);
}

TEST_F(Share, WithoutTheKernelsCountItIsWhatDidNotRunUnlessItFellAsleep) {
  EXPECT_EQ(end(10, 4, 0, Queue::kNotCounted), 6u);
  EXPECT_EQ(end(10, 4, 0, Queue::kNotCounted, true, true), 0u);
}

TEST_F(Share, NothingIsKnownOfTheFirstAndOfTheLastStretch) {
  ProcessorShare fresh;
  EXPECT_EQ(fresh.without(10 * kMs, times_, true).here_ns, 0u);
  share_.stop();
  EXPECT_EQ(end(10, 0, 0, Queue::kNotRead), 0u);
}

}  // namespace
}  // namespace limpid::recorder
