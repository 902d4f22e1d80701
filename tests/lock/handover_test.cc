// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who is charged with the waiting for a lock, in the worst order of things: the thread that is woken puts the
// waking one aside, and has taken and released the lock before the other goes on. Sleeping and waking are a
// script here, in the place of platform/futex.cc.
#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "core/lock/critical.h"
#include "core/lock/lock.h"
#include "core/loop/ordered.h"
#include "core/loop/ring.h"
#include "core/loop/schedule.h"
#include "events/emit.h"
#include "platform/futex.h"
#include "recorder/charge/blame_table.h"
#include "tests/loop/test_team.h"

namespace limpid {
namespace {

// Who sleeps where, and whether the thread that waits in this test is through with what it waited for.
struct Script {
  std::mutex mutex;
  std::condition_variable changed;
  const void* sleeps_at = nullptr;
  bool through = false;

  void await_sleeper() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return sleeps_at != nullptr; });
  }
  void say_through() {
    std::unique_lock lock(mutex);
    through = true;
    changed.notify_all();
  }
};
Script g_script;

}  // namespace

namespace platform {

void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected) {
  std::unique_lock lock(g_script.mutex);
  if (word.load() != expected) return;
  g_script.sleeps_at = &word;
  g_script.changed.notify_all();
  g_script.changed.wait(lock, [] { return g_script.sleeps_at == nullptr; });
}

void futex_wait_for(const std::atomic<uint32_t>& word, uint32_t expected, int64_t) {
  futex_wait(word, expected);
}

// Goes on when the woken thread is through.
bool futex_wake(const std::atomic<uint32_t>& word, int) {
  std::unique_lock lock(g_script.mutex);
  if (g_script.sleeps_at != &word) return false;
  g_script.sleeps_at = nullptr;
  g_script.changed.notify_all();
  g_script.changed.wait(lock, [] { return g_script.through; });
  return true;
}

}  // namespace platform

namespace testing {
namespace {

constexpr uint64_t kWaited = 1000;  // ns

// Charges as the recorder's callback does.
class Charges {
 public:
  void add(uint64_t wait_id, const core::Thread& waiter) {
    table_.add(wait_id, kWaited, &own_[waiter.identity.id]);
  }
  void released(const events::MutexReleased& event) {
    const auto blame = table_.take(event.wait_id, own_[event.thread.identity.id]);
    to_[event.thread.identity.id] += blame.others_ns;
    to_earlier_ += blame.own_ns;
    table_.charged(event.wait_id, &earlier_);
  }
  // Somebody was charged at this lock before.
  void begin(uint64_t wait_id) { table_.charged(wait_id, &earlier_); }

  uint64_t to(const core::Thread& thread) { return to_[thread.identity.id]; }
  uint64_t to_earlier() const { return to_earlier_; }

 private:
  recorder::BlameTable table_;
  recorder::ConstructTotals earlier_;
  std::map<uint64_t, recorder::OwnWaiting> own_;
  std::map<uint64_t, uint64_t> to_;
  uint64_t to_earlier_ = 0;
};
Charges* g_charges = nullptr;

void on_released(const void* event) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  g_charges->released(*static_cast<const events::MutexReleased*>(event));
}

class Handover : public ::testing::Test {
 protected:
  Handover() {
    g_charges = charges_.get();
    g_script.sleeps_at = nullptr;
    g_script.through = false;
    observer_.handlers[static_cast<int>(events::EventId::mutex_released)] = on_released;
    EXPECT_TRUE(events::add(observer_));
  }
  ~Handover() override { events::remove(observer_); }

  core::Thread& holder() { return team_.thread(0); }
  core::Thread& waiter() { return team_.thread(1); }

  // holder() has taken it. The waiter is seen asleep, then it is released.
  template <typename Take, typename Release>
  void hand_over(uint64_t wait_id, Take&& take, Release&& release) {
    charges_->begin(wait_id);
    std::thread other([&] {
      take(waiter());
      release(waiter());
      g_script.say_through();
    });
    g_script.await_sleeper();
    charges_->add(wait_id, waiter());
    release(holder());
    other.join();
    expect_holder_charged();
  }

  void expect_holder_charged() {
    EXPECT_EQ(charges_->to(holder()), kWaited);
    EXPECT_EQ(charges_->to(waiter()), 0u);
    EXPECT_EQ(charges_->to_earlier(), 0u) << "who was charged last has nothing to do with it";
  }

  TestTeam team_{2};
  std::unique_ptr<Charges> charges_ = std::make_unique<Charges>();
  events::Observer observer_;
};

TEST_F(Handover, OfALock) {
  core::Lock lock;
  lock.reset();
  core::set_lock(holder(), lock);
  hand_over(
      lock.word.id(), [&](core::Thread& self) { core::set_lock(self, lock); },
      [&](core::Thread& self) { core::unset_lock(self, lock, lock.word.free()); });
}

TEST_F(Handover, OfANestLock) {
  core::NestLock lock;
  lock.reset();
  core::set_nest_lock(holder(), lock);
  hand_over(
      lock.word.id(), [&](core::Thread& self) { core::set_nest_lock(self, lock); },
      [&](core::Thread& self) { core::free_nest_lock(self, lock, lock.free()); });
}

TEST_F(Handover, OfACriticalSection) {
  core::LockWord& word = core::g_unnamed_critical.word;
  core::begin_exclusive(holder(), word, events::MutexKind::critical, 0);
  hand_over(
      word.id(),
      [&](core::Thread& self) { core::begin_exclusive(self, word, events::MutexKind::critical, 0); },
      [&](core::Thread& self) { core::end_exclusive(self, word, events::MutexKind::critical, word.free()); });
}

// Iteration 0 is the holder's, iteration 1 the waiter's: a static schedule with chunks of one.
TEST_F(Handover, OfAnOrderedTurn) {
  core::LoopRequest request;
  request.space = {0, 1, 2, 2};
  request.schedule = {core::ScheduleKind::kStatic, false, true, 1};
  request.ordered = true;
  team_.run([&](core::Thread& self) {
    core::Workshare& loop = core::enter_workshare(self, [&](core::Workshare& fresh) {
      fresh.space = request.space;
      fresh.ordered = true;
      fresh.turn.store(0, std::memory_order_relaxed);
      core::set_up_schedule(self, *self.team, fresh, request);
    });
    core::begin_chunks(self, loop);
    core::WorkshareCursor& cursor = self.member->workshares;
    ASSERT_TRUE(core::take_chunk(self, loop, cursor));
    cursor.ordered.left = 1;
    cursor.ordered.turn_passed = false;
    core::begin_ordered<events::Observed>(self);
    if (&self == &holder()) {
      const auto wait_id = reinterpret_cast<uint64_t>(&loop.turn);
      charges_->begin(wait_id);
      g_script.await_sleeper();
      charges_->add(wait_id, waiter());
    }
    core::end_ordered<events::Observed>(self);
    if (&self == &waiter()) g_script.say_through();
    core::leave_workshare(self, false);
  });
  expect_holder_charged();
}

}  // namespace
}  // namespace testing
}  // namespace limpid
