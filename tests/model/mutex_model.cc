// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's own lock: one thread at a time, which sees the writes of the previous owner, and no waiter is
// forgotten.
#include "sync/mutex.h"

#include "model.h"

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

model::Scenario adders(int threads) {
  return [=](Execution& run) {
    Mutex mutex;
    Plain<int> sum;
    for (int thread = 0; thread < threads; ++thread)
      run.thread([&] {
        MutexGuard guard(mutex);
        sum.set(sum.get() + 1);
      });
    run.run();
    require(sum.get() == threads, "the sum");
  };
}

TEST(MutexModel, TwoThreads) {
  EXPECT_TRUE(holds(adders(2)));
}

TEST(MutexModel, ThreeThreads) {
  EXPECT_TRUE(holds(adders(3)));
}

// The holder keeps the lock until the waiter has looked in vain nearly so often, or so often, that it goes to sleep.
TEST(MutexModel, OneThatSleepsIsWoken) {
  for (const int rounds : {99, 100, 101}) {
    EXPECT_TRUE(holds(
        [rounds](Execution& run) {
          Mutex mutex;
          Plain<int> sum;
          Atomic<int> round{0};
          run.thread([&] {
            MutexGuard guard(mutex);
            run.stray(false);
            while (round.fetch_add(1, std::memory_order_relaxed) < rounds) yield();
            run.stray(true);
            sum.set(sum.get() + 1);
          });
          run.thread([&] {
            MutexGuard guard(mutex);
            sum.set(sum.get() + 1);
          });
          run.run();
          require(sum.get() == 2, "the sum");
        },
        {3'000, 1'500}));
  }
}

}  // namespace
}  // namespace limpid::sync
