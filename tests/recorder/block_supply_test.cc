// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks of a flight recorder are used again: those that were left first.
#include "trace/block_supply.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace limpid::recorder {
namespace {

constexpr uint64_t kBlocks = 16;  // one of them is the file's header

class FlightRecorder : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/limpid-blocks-XXXXXX";
    folder_ = mkdtemp(name);
    ASSERT_TRUE(mapping_.create((folder_ + "/t.limpid-trace").c_str(), kBlocks * trace::kBlockBytes));
    ASSERT_TRUE(supply_.begin(true, 0));
    supply_.refill(now_);
  }
  void TearDown() override {
    mapping_.abandon();
    std::filesystem::remove_all(folder_);
  }

  uint32_t take() {
    supply_.refill(now_);
    const uint32_t block = queue_.take();
    EXPECT_NE(block, BlockQueue::kNone);
    return block;
  }
  void leave(uint32_t block) { mapping_.block(block)->end_ticks = ++now_; }

  // A thread fills so many blocks, and looks whether this one is among them.
  bool comes_back(uint32_t block, uint64_t turns) {
    bool found = false;
    for (uint64_t i = 0; i < turns; ++i) {
      const uint32_t next = take();
      found = found || next == block;
      leave(next);
    }
    return found;
  }

  uint64_t now_ = 1;
  std::string folder_;
  TraceMapping mapping_;
  BlockQueue queue_;
  BlockSupply supply_{mapping_, queue_};
};

TEST_F(FlightRecorder, ABlockInUseStaysAsItIs) {
  const uint32_t stays = take();
  EXPECT_FALSE(comes_back(stays, 5 * kBlocks));
  EXPECT_GT(supply_.recycled(), 3 * kBlocks);
}

TEST_F(FlightRecorder, ABlockThatWasLeftLateIsUsedAgainLate) {
  const uint32_t late = take();
  comes_back(late, 5 * kBlocks);
  leave(late);
  EXPECT_FALSE(comes_back(late, kBlocks / 2));
  EXPECT_TRUE(comes_back(late, kBlocks));
}

}  // namespace
}  // namespace limpid::recorder
