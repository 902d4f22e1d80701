// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: parallel regions and barriers, with the workers from their start to their end.
#include "core/barrier/barrier.h"
#include "core/loop/cancel.h"
#include "core/team/registry.h"
#include "whole/program.h"

namespace limpid::core {
namespace {

using events::SyncKind;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// What the leader wrote before the region is visible inside, and what the members wrote is visible after it.
TEST(RegionModel, ForkAndJoin) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> before;
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          before.set(7);
          parallel(self, 2, [&](Thread& member) {
            require(before.get() == 7, "what came before the region");
            done[member.index].set(1);
          });
          require(done[0].get() == 1 && done[1].get() == 1, "the region's results");
        });
      },
      kWholeBounds));
}

// A thread that begins while another ends may take over what the runtime kept of that one.
TEST(RegionModel, AThreadThatBeginsWhileAnotherEnds) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        start_afresh();
        for (int thread = 0; thread < 2; ++thread) user_thread(run, [](Thread&) {});
        run.run();
        require(live_threads() == 0, "those that have ended do not count");
      },
      kWholeBounds));
}

// A hot team goes from region to region: no member enters a region that is over, or misses one.
TEST(RegionModel, ThreeRegionsInARow) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> number;
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          for (int region = 1; region <= 3; ++region) {
            number.set(region);
            parallel(self, 2, [&](Thread& member) {
              require(done[member.index].get() == region - 1, "each region once");
              done[member.index].set(number.get());
            });
            require(done[0].get() == region && done[1].get() == region, "the region's results");
          }
        });
      },
      kWholeBounds));
}

// Workers come from the pool, return to it, and become another member of the team.
TEST(RegionModel, TeamsOfChangingSize) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[3];
        program(run, [&](Thread& self) {
          int region = 0;
          for (const uint32_t size : {3u, 2u, 3u}) {
            ++region;
            parallel(self, size, [&](Thread& member) { done[member.index].set(region); });
            for (uint32_t member = 0; member < size; ++member)
              require(done[member].get() == region, "the region's results");
          }
        });
      },
      kWholeBounds));
}

// A region inside a region, on a worker that the inner leader gets from the pool.
TEST(RegionModel, ARegionInARegion) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2][2];
        program(run, [&](Thread& self) {
          self.task->icvs.max_active_levels = 2;
          parallel(self, 2, [&](Thread& outer) {
            const uint32_t row = outer.index;
            parallel(outer, 2, [&, row](Thread& inner) { done[row][inner.index].set(1); });
            require(done[row][0].get() == 1 && done[row][1].get() == 1, "the inner region's results");
          });
        });
      },
      kWholeBounds));
}

// Two user threads, each with a team; workers of the one that ends first do not join the other's team.
TEST(RegionModel, TwoUserThreads) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        start_afresh();
        for (int user = 0; user < 2; ++user)
          user_thread(run, [](Thread& self) {
            Plain<int> done[2];
            parallel(self, 2, [&](Thread& member) { done[member.index].set(1); });
            require(done[0].get() == 1 && done[1].get() == 1, "the region's results");
          });
        run.run();
      },
      kWholeBounds));
}

// Each member sees after a barrier what the others wrote before it; twice, so that one barrier follows
// another.
TEST(BarrierModel, SeparatesWhatCameBefore) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> cells[2];
        program(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            const uint32_t me = member.index;
            cells[me].set(1);
            barrier(member, SyncKind::barrier_explicit);
            require(cells[1 - me].get() == 1, "what the other wrote before the barrier");
            barrier(member, SyncKind::barrier_explicit);
            cells[me].set(2);
          });
        });
      },
      kWholeBounds));
}

TEST(BarrierModel, ThreeMembers) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> cells[3];
        program(run, [&](Thread& self) {
          parallel(self, 3, [&](Thread& member) {
            cells[member.index].set(1);
            barrier(member, SyncKind::barrier_explicit);
            for (Plain<int>& cell : cells)
              require(cell.get() == 1, "what the others wrote before the barrier");
          });
        });
      },
      kWholeBounds));
}

// A member that waits at a barrier leaves it when another cancels the region; the next region is complete.
TEST(BarrierModel, ACancelledRegionLeavesNobodyBehind) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            if (member.index == 1) {
              cancel_construct(member, events::CancelKind::parallel);
              return;
            }
            while (!barrier_cancellable(member, SyncKind::barrier_explicit)) continue;
          });
          parallel(self, 2, [&](Thread& member) {
            barrier(member, SyncKind::barrier_explicit);
            done[member.index].set(1);
          });
          require(done[0].get() == 1 && done[1].get() == 1, "the next region's results");
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
