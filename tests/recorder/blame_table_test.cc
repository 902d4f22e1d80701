// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charge/blame_table.h"

#include <gtest/gtest.h>

#include <memory>

namespace limpid::recorder {
namespace {

constexpr uint64_t kLock = 0x1000, kOther = 0x2000;

class Blame : public testing::Test {
 protected:
  void expect(const BlameTable::Blame& blame, uint64_t others_ns, uint64_t own_ns) {
    EXPECT_EQ(blame.others_ns, others_ns);
    EXPECT_EQ(blame.own_ns, own_ns);
    if (own_ns != 0) {
      EXPECT_EQ(blame.earlier, &place_);
    }
  }

  std::unique_ptr<BlameTable> table_ = std::make_unique<BlameTable>();
  OwnWaiting a_, b_, c_;
  ConstructTotals place_;
};

TEST_F(Blame, TheReleasingThreadTakesWhatOthersWaited) {
  EXPECT_FALSE(table_->any(kLock));
  expect(table_->take(kLock, a_), 0, 0);
  table_->add(kLock, 100, &b_);
  table_->add(kLock, 20, &c_);
  table_->add(kOther, 3, &b_);
  EXPECT_TRUE(table_->any(kLock));
  expect(table_->take(kLock, a_), 120, 0);
  EXPECT_FALSE(table_->any(kLock));
  expect(table_->take(kOther, a_), 3, 0);
}

TEST_F(Blame, OwnWaitingGoesToTheOneBlamedBefore) {
  table_->charged(kLock, &place_);
  table_->add(kLock, 100, &a_);
  table_->add(kLock, 10, &b_);
  table_->add(kLock, 1, &a_);
  expect(table_->take(kLock, a_), 10, 101);
  EXPECT_FALSE(table_->any(kLock));
}

TEST_F(Blame, OwnWaitingStaysWhileNobodyWasBlamedBefore) {
  table_->add(kLock, 100, &a_);
  expect(table_->take(kLock, a_), 0, 0);
  expect(table_->take(kLock, a_), 0, 0);
  expect(table_->take(kLock, b_), 100, 0);
}

TEST_F(Blame, OwnWaitingIsForgottenWhenItWasTaken) {
  table_->charged(kLock, &place_);
  table_->add(kLock, 100, &a_);
  expect(table_->take(kLock, b_), 100, 0);
  table_->add(kLock, 70, &c_);
  expect(table_->take(kLock, a_), 70, 0);
  table_->add(kLock, 5, &a_);
  expect(table_->take(kLock, a_), 0, 5);
}

}  // namespace
}  // namespace limpid::recorder
