// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: parallel regions with their workers, from the thread's first use of OpenMP to its end.
#include "core/team/region.h"

#include "core/barrier/barrier.h"
#include "core/team/adopt.h"
#include "model.h"

namespace limpid::core {
namespace {

// A region takes some hundred operations.
constexpr model::Bounds kBounds{12'000, 6'000};

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// A program's main thread: uses OpenMP in its body, and ends; its workers end with it.
void program(Execution& run, const std::function<void(Thread&)>& body) {
  run.keep_for_each_thread(reinterpret_cast<void**>(&t_self));
  run.thread([&] {
    t_self = &g_stranger;
    Thread& self = this_thread();
    body(self);
    retire_thread(self);
  });
  run.run();
}

struct Shared {
  Plain<int> before;
  Plain<int> done[4];
};

void parallel(Thread& self, uint32_t threads, Shared& shared, Task::Body body) {
  Region region;
  region.body = body;
  region.data = &shared;
  region.num_threads = threads;
  core::parallel(self, region);
}

// What the leader wrote before the region is visible inside, and what the members wrote is visible after it.
TEST(RegionModel, ForkAndJoin) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Shared shared;
        program(run, [&](Thread& self) {
          shared.before.set(7);
          parallel(self, 2, shared, [](void* data) {
            auto& mine = *static_cast<Shared*>(data);
            require(mine.before.get() == 7, "what came before the region");
            mine.done[this_thread().index].set(1);
          });
          require(shared.done[0].get() == 1 && shared.done[1].get() == 1, "the region's results");
        });
      },
      kBounds));
}

}  // namespace
}  // namespace limpid::core
