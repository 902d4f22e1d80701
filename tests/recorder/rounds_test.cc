// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/rounds.h"

#include <gtest/gtest.h>
#include <linux/futex.h>

#include <thread>

#include "system.h"

namespace limpid::recorder {
namespace {

// What a round plans is kept: the next one comes no sooner. It may come later, and then so may all after it.
TEST(Rounds, ComeAsPlannedOrLater) {
  constexpr uint64_t kMean = 20'000;
  const std::atomic<uint32_t> stop{0};
  uint64_t earliest = now_ns();
  Rounds rounds;
  rounds.start(kMean);
  for (int i = 0; i < 200; ++i) {
    Round round;
    ASSERT_TRUE(rounds.next(stop, kMean, &round));
    EXPECT_GE(round.now_ns, earliest);
    EXPECT_LE(round.now_ns, now_ns());
    EXPECT_LE(round.interval_ns, 8 * kMean);
    earliest += round.interval_ns;
  }
}

TEST(Rounds, EndWhenTheyAreTold) {
  const std::atomic<uint32_t> stop{1};
  Rounds rounds;
  rounds.start(1'000'000'000'000);
  Round round;
  EXPECT_FALSE(rounds.next(stop, 1, &round));
}

// Far from being due: only being woken ends the wait.
TEST(Rounds, AreWokenToEnd) {
  std::atomic<uint32_t> stop{0};
  Rounds rounds;
  rounds.start(1'000'000'000'000'000);
  std::thread teller([&] {
    stop.store(1, std::memory_order_release);
    syscall(SYS_futex, &stop, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  });
  Round round;
  EXPECT_FALSE(rounds.next(stop, 1, &round));
  teller.join();
}

}  // namespace
}  // namespace limpid::recorder
