// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace limpid::recorder {
namespace {

Settings with(const char* frequency, const char* max_cost) {
  setenv("LIMPID_FREQUENCY", frequency, 1);
  max_cost == nullptr ? unsetenv("LIMPID_MAX_COST") : setenv("LIMPID_MAX_COST", max_cost, 1);
  Settings s;
  s.read();
  unsetenv("LIMPID_FREQUENCY");
  unsetenv("LIMPID_MAX_COST");
  return s;
}

TEST(Settings, WhoAsksForManySamplesMayPayForThem) {
  EXPECT_EQ(with("50", nullptr).max_cost, 1000u);
  EXPECT_EQ(with("200", nullptr).max_cost, 1000u);
  EXPECT_EQ(with("1000", nullptr).max_cost, 4000u);
  EXPECT_EQ(with("2000", nullptr).max_cost, 8000u);
  EXPECT_EQ(with("2000", "1.5").max_cost, 1500u) << "unless a limit is said";
  EXPECT_EQ(with("2000", "no number").max_cost, 8000u);
  EXPECT_EQ(with("2000", nullptr).max_callback_cost, 250u) << "more samples need no more callbacks";
  EXPECT_EQ(with("2000", "4").max_callback_cost, 1000u);
}

}  // namespace
}  // namespace limpid::recorder
