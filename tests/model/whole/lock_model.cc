// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: the program's own mutual exclusion.
#include "abi/omp/critical_entry.h"
#include "abi/omp/lock_entry.h"
#include "whole/focus.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::Focus;
using model::holds;
using model::Plain;
using model::require;

// members threads each increment a sum, times times, between enter() and leave().
template <class Enter, class Leave>
void count_together(Execution& run, int members, int times, Enter enter, Leave leave) {
  Plain<int> sum;
  program(run, [&](Thread& self) {
    Focus focus(run, members);
    parallel(self, static_cast<uint32_t>(members), [&](Thread&) {
      focus.begin();
      for (int time = 0; time < times; ++time) {
        enter();
        sum.set(sum.get() + 1);
        leave();
      }
      focus.end();
    });
    require(sum.get() == members * times, "each alone");
  });
}

TEST(LockModel, Critical) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        count_together(
            run, 2, 2, [] { abi::begin_critical(g_unnamed_critical.word); },
            [] { abi::end_critical(g_unnamed_critical.word); });
      },
      kWholeBounds));
}

TEST(LockModel, TwoMembers) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Lock lock;
        count_together(
            run, 2, 2, [&] { abi::set_lock(lock); }, [&] { abi::unset_lock(lock); });
      },
      kWholeBounds));
}

TEST(LockModel, ThreeMembers) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Lock lock;
        count_together(
            run, 3, 1, [&] { abi::set_lock(lock); }, [&] { abi::unset_lock(lock); });
      },
      kWholeBounds));
}

// One thread tries the lock, the other waits for it.
template <class AnyLock>
void one_tries(Execution& run) {
  AnyLock lock;
  Plain<int> sum;
  two_members(run, [&](Thread& self) {
    if (self.index == 0)
      abi::set_lock(lock);
    else if (abi::test_lock(lock) == 0)
      return;
    sum.set(sum.get() + 1);
    abi::unset_lock(lock);
  });
}

TEST(LockModel, Test) {
  EXPECT_TRUE(holds(one_tries<Lock>, kWholeBounds));
}

TEST(LockModel, Nested) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        NestLock lock;
        count_together(
            run, 2, 1,
            [&] {
              abi::set_lock(lock);
              abi::set_lock(lock);
              require(lock.count() == 2, "two levels of its own");
            },
            [&] {
              abi::unset_lock(lock);
              abi::unset_lock(lock);
            });
      },
      kWholeBounds));
}

TEST(LockModel, NestedTest) {
  EXPECT_TRUE(holds(one_tries<NestLock>, kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
