// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sums of a construct's regions: one thread adds without locked instructions, and nothing is lost.
#include "charge/region_sums.h"

#include "model.h"

namespace limpid::recorder {
namespace {

using model::Execution;
using model::holds;
using model::require;

void require_all(const RegionSums& sums, uint64_t count) {
  const RegionSums::Read all = sums.read();
  require(all.count == count && all.ticks == 10 * count && all.capacity == 20 * count, "all regions");
}

TEST(RegionSumsModel, NothingIsLostWhoeverOwnsThem) {
  EXPECT_TRUE(holds([](Execution& run) {
    RegionSums sums;
    int slots[2];
    for (const int& slot : slots)
      run.thread([&] {
        sums.add(&slot, 10, 2);
        sums.add(&slot, 10, 2);
      });
    run.thread([&] {
      const uint64_t before = sums.read().count;
      require(before <= sums.read().count, "they only grow");
    });
    run.run();
    require_all(sums, 4);
  }));
}

// A slot whose thread has ended is another thread's, who owns the sums now.
TEST(RegionSumsModel, ASlotGoesFromThreadToThread) {
  EXPECT_TRUE(holds([](Execution& run) {
    RegionSums sums;
    int slot;
    sync::Atomic<uint32_t> free{0};
    run.thread([&] {
      sums.add(&slot, 10, 2);
      free.store(1, std::memory_order_release);
    });
    run.thread([&] {
      while (free.load(std::memory_order_acquire) == 0) sync::yield();
      sums.add(&slot, 10, 2);
    });
    run.run();
    require_all(sums, 2);
  }));
}

}  // namespace
}  // namespace limpid::recorder
