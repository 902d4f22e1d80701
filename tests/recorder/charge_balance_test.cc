// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charge/charge_balance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sample/random_interval.h"

namespace limpid::recorder {
namespace {

TEST(ChargeBalance, EarlyRoundsPayForLateOnes) {
  ChargeBalance balance;
  balance.charge_ahead(100);
  EXPECT_EQ(balance.cover(130), 30u) << "late: the rest is charged now";
  balance.charge_ahead(100);
  EXPECT_EQ(balance.cover(80), 0u) << "early";
  balance.charge_ahead(100);
  EXPECT_EQ(balance.cover(110), 0u) << "paid by the early one";
  EXPECT_EQ(balance.cover(20), 10u);
  EXPECT_EQ(balance.cover(5), 5u) << "nothing is ahead any more";
}

// A thread that waits all the time, and rounds that come up to two periods late: however late, as much is
// charged as was waited, up to one lateness, and hardly any of it too late.
TEST(ChargeBalance, AsMuchIsChargedAsWasWaited) {
  constexpr uint64_t kMean = 1000, kLatest = 2 * kMean;
  RandomInterval interval(4711), lateness(4712);
  ChargeBalance balance;
  uint64_t due = 0, before = 0, in_advance = 0, late = 0;
  for (int i = 0; i < 10000; ++i) {
    const uint64_t planned = interval.next(kMean);
    balance.charge_ahead(planned);
    in_advance += planned;
    due += planned;
    const uint64_t now = std::max(before, due + std::min(kLatest, lateness.next(kMean)));
    late += balance.cover(now - before);
    before = now;
  }
  EXPECT_GE(in_advance + late, before);
  EXPECT_LE(in_advance + late, before + kLatest);
  EXPECT_LE(late, kLatest);
}

}  // namespace
}  // namespace limpid::recorder
