// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutual exclusion, wake-ups and ownership of the program's locks. Waiting threads sleep at once, or poll
// first.
#include "core/lock/lock.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/lock/critical.h"
#include "tests/loop/test_team.h"

namespace limpid::testing {
namespace {

TEST(LockStress, CountsUnderALockAreNotLost) {
  TestTeam team(4);
  core::Lock lock;
  long count = 0;
  core::init_lock(team.thread(0), lock, 0);
  team.run([&](core::Thread& self) {
    for (int turn = 0; turn < 3000; ++turn) {
      core::set_lock(self, lock);
      ++count;
      core::unset_lock(self, lock, lock.word.free());
    }
  });
  EXPECT_EQ(count, 4 * 3000);
  EXPECT_FALSE(lock.word.held());
}

TEST(LockStress, NestLocksCountTheirOwner) {
  TestTeam team(3);
  core::NestLock lock;
  long count = 0;
  core::init_nest_lock(team.thread(0), lock, 0);
  team.run([&](core::Thread& self) {
    for (int turn = 0; turn < 1000; ++turn) {
      core::set_nest_lock(self, lock);
      EXPECT_EQ(core::test_nest_lock(self, lock), 2);
      core::set_nest_lock(self, lock);
      ++count;
      for (int level = 3; level > 1; --level) {
        if (!core::drop_level(lock)) core::unset_inner_level(self, lock);  // a thread may sleep
      }
      EXPECT_EQ(lock.count(), 1u);
      core::free_nest_lock(self, lock, lock.free());
    }
  });
  EXPECT_EQ(count, 3 * 1000);
  EXPECT_FALSE(lock.word.held());
}

TEST(LockStress, CriticalSectionsExclude) {
  TestTeam team(4);
  void* cell = nullptr;  // as the compiler's common symbol: zero
  long named = 0, unnamed = 0, atomic = 0;
  team.run([&](core::Thread& self) {
    for (int turn = 0; turn < 1000; ++turn) {
      core::begin_exclusive(self, core::named_critical(&cell), events::MutexKind::critical, 0);
      ++named;
      core::end_exclusive(self, core::named_critical(&cell), events::MutexKind::critical,
                          core::named_critical(&cell).free());
      core::begin_exclusive(self, core::g_unnamed_critical.word, events::MutexKind::critical, 0);
      ++unnamed;
      core::end_exclusive(self, core::g_unnamed_critical.word, events::MutexKind::critical,
                          core::g_unnamed_critical.word.free());
      core::begin_exclusive(self, core::g_atomic_lock.word, events::MutexKind::atomic, 0);
      ++atomic;
      core::end_exclusive(self, core::g_atomic_lock.word, events::MutexKind::atomic,
                          core::g_atomic_lock.word.free());
    }
  });
  EXPECT_EQ(named, 4000);
  EXPECT_EQ(unnamed, 4000);
  EXPECT_EQ(atomic, 4000);
  EXPECT_EQ(cell, nullptr);
}

TEST(Lock, TestTakesOnlyAFreeLock) {
  TestTeam team(2);
  core::Lock lock;
  core::init_lock(team.thread(0), lock, 0);
  EXPECT_TRUE(core::test_lock(team.thread(0), lock));
  EXPECT_TRUE(lock.word.held_by(team.thread(0)));
  EXPECT_FALSE(core::test_lock(team.thread(1), lock));
  core::unset_lock(team.thread(0), lock, lock.word.free());
  EXPECT_TRUE(core::test_lock(team.thread(1), lock));
  core::unset_lock(team.thread(1), lock, lock.word.free());
}

TEST(Lock, WaitingThreadsSayWhatTheyWaitFor) {
  TestTeam team(2);
  core::Lock lock;
  core::Thread& waiter = team.thread(1);
  core::set_lock(team.thread(0), lock);
  std::thread other([&] { core::set_lock(waiter, lock); });
  while (waiter.state.load() != core::State::wait_lock) std::this_thread::yield();
  EXPECT_EQ(waiter.wait_id.load(), reinterpret_cast<uint64_t>(&lock));
  core::unset_lock(team.thread(0), lock, lock.word.free());
  other.join();
  EXPECT_EQ(waiter.state.load(), core::State::undefined);
  EXPECT_TRUE(lock.word.held_by(waiter));
}

TEST(NestLock, BelongsToATaskNotToAThread) {
  TestTeam team(1);
  core::Thread& self = team.thread(0);
  core::NestLock lock;
  core::Task inner;
  inner.id = 4711;
  EXPECT_EQ(core::test_nest_lock(self, lock), 1);
  core::Task* outer = self.task;
  self.task = &inner;
  EXPECT_EQ(core::test_nest_lock(self, lock), 0);
  self.task = outer;
  EXPECT_EQ(core::test_nest_lock(self, lock), 2);
}

}  // namespace
}  // namespace limpid::testing
