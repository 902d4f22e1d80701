// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/first_encounters.h"

#include <gtest/gtest.h>

namespace {

using limpid::core::FirstEncounters;

const void* construct(uintptr_t number) {
  return reinterpret_cast<const void*>((number + 1) * 64);
}

TEST(FirstEncounters, AConstructIsDueOnce) {
  FirstEncounters offers;
  EXPECT_TRUE(offers.is_due(construct(0)));
  EXPECT_FALSE(offers.is_due(construct(0)));
  EXPECT_TRUE(offers.is_due(construct(1)));
  EXPECT_FALSE(offers.is_due(construct(0)));
}

// Two constructs that forget each other are due every time; that they wait has an end all the same.
TEST(FirstEncounters, WaitingEnds) {
  struct Case {
    bool answered;
    int waits;
  };
  for (const Case& one : {Case{true, FirstEncounters::kCredit},
                          Case{false, FirstEncounters::kCredit / FirstEncounters::kNoThief}}) {
    FirstEncounters offers;
    int waits = 0;
    for (uintptr_t call = 0; call < 1000; ++call) {
      if (!offers.is_due(construct(call % 2 * 4))) continue;
      offers.note(one.answered);
      ++waits;
    }
    EXPECT_EQ(waits, one.waits) << "answered: " << one.answered;
  }
}

}  // namespace
