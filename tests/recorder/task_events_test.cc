// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/task_events.h"

#include <gtest/gtest.h>

#include <memory>

#include "context/task_origins.h"
#include "session.h"

namespace limpid::recorder {
namespace {

constexpr uint64_t kMs = 1'000'000;

ompt_callback_t g_callback;  // what the runtime calls for a new task
ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  EXPECT_EQ(event, ompt_callback_task_create);
  g_callback = callback;
  return ompt_set_always;
}
void told() {}

// One thread that works, one construct; callbacks may cost half a percent.
class Telling : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(session_.nodes.create() && session_.totals.create());
    session_.settings.max_callback_cost = 500;
    session_.ompt.set_callback = &set_callback;
    session_.ompt.connected = true;
    task_ = session_.totals.find(kProgramNode, ConstructTotals::Kind::kTask, 0);
    g_callback = &told;
    events().begin(&session_, &told, start_);
  }
  TaskEvents& events() { return session_.task_events; }
  // A round, before which the thread has had its processor all the time.
  void look(uint64_t ms) {
    events().look(&session_, (ms - looked_ms_) * kMs, start_ + ms * kMs);
    looked_ms_ = ms;
  }
  void finish(uint64_t ms) { events().finish(&session_, (ms - looked_ms_) * kMs, start_ + ms * kMs); }
  // At this moment the program has just created so many, and each cost 10 ns if somebody was told.
  void create(uint64_t tasks, uint64_t ms) {
    if (g_callback == nullptr) return;
    task_->add_events(tasks);
    events().spent(&session_, tasks * 10, start_ + ms * kMs);
  }
  uint64_t missed() const { return task_->capacity; }

  std::unique_ptr<Session> owner_ = std::make_unique<Session>();
  Session& session_ = *owner_;
  ConstructTotals* task_ = nullptr;
  const uint64_t start_ = 1000 * kMs;
  uint64_t looked_ms_ = 0;
};

TEST_F(Telling, OfFewTasksIsOfAll) {
  for (uint64_t ms = 5; ms <= 2000; ms += 5) {
    create(2000, ms);  // 20 us in 5 ms: 0.4 %
    look(ms);
  }
  finish(2000);
  EXPECT_FALSE(events().are_partly_heard());
  EXPECT_EQ(task_->count, 800'000u);
  EXPECT_EQ(missed(), 0u);
  EXPECT_EQ(events().unheard_ns(), 0u);
}

// 100,000 tasks in 5 ms would cost 20 %.
TEST_F(Telling, OfManyTasksKeepsWithinItsLimit) {
  constexpr uint64_t kUntil = 4000;
  uint64_t open = 0;
  for (uint64_t ms = 5; ms <= kUntil; ms += 5) {
    if (g_callback != nullptr) ++open;
    create(100'000, ms);
    look(ms);
  }
  EXPECT_TRUE(events().are_partly_heard());
  // 6 ms to begin with, half a percent of 4 s, and at most a window that was overdrawn.
  EXPECT_LE(task_->count * 10, 6 * kMs + kUntil * kMs / 200 + 2 * kMs);
  EXPECT_GE(task_->count * 10, 6 * kMs + kUntil * kMs / 200 - 2 * kMs);
  EXPECT_GT(events().unheard_ns(), 0u);
  EXPECT_GT(open, 10u);
}

// At a steady rate the estimate is the truth, whenever the windows were: tasks go on while nobody is told, and faster by
// what the callbacks had cost.
TEST_F(Telling, EstimatesASteadyRate) {
  constexpr uint64_t kEach = 50'000;  // in a millisecond of which half goes to callbacks
  uint64_t truth = 0;
  for (uint64_t ms = 1; ms <= 3000; ++ms) {
    truth += g_callback != nullptr ? kEach : 2 * kEach;
    create(kEach, ms);
    if (ms % 7 == 0) look(ms);
  }
  finish(3000);
  EXPECT_TRUE(events().are_partly_heard());
  EXPECT_LT(task_->count * 10, truth);
  EXPECT_NEAR(static_cast<double>(task_->count + missed()), static_cast<double>(truth),
              static_cast<double>(truth) * 1e-3);
}

// Half of what nobody told goes by the rate before, half by the rate after.
TEST_F(Telling, EstimatesByTheRatesAround) {
  look(1);
  task_->add_events(3000);
  events().spent(&session_, 7 * kMs, start_ + 2 * kMs);
  ASSERT_EQ(g_callback, nullptr);
  look(402);
  ASSERT_NE(g_callback, nullptr) << "400 ms have earned the two that it owes, and a window";
  task_->add_events(1000);
  look(403);
  EXPECT_EQ(events().unheard_ns(), 400 * kMs);
  // 3000 in the millisecond before, of which callbacks took more than all: a quarter is taken for the program's.
  EXPECT_EQ(missed(), 200u * 3000 * 4 + 200u * 1000);
}

// Nobody is told, and the threads sleep: there is nothing to estimate.
TEST_F(Telling, WhoDoesNotRunCreatesNothing) {
  look(1);
  task_->add_events(3000);
  events().spent(&session_, 7 * kMs, start_ + 2 * kMs);
  look(2);
  events().look(&session_, 0, start_ + 500 * kMs);
  events().finish(&session_, 0, start_ + 1000 * kMs);
  EXPECT_EQ(missed(), 0u);
  EXPECT_EQ(events().unheard_ns(), 998 * kMs);
}

TEST_F(Telling, StopsWhenTheRuntimeHasEnded) {
  events().spent(&session_, 7 * kMs, start_ + 2 * kMs);
  ASSERT_EQ(g_callback, nullptr);
  session_.ompt.connected = false;
  for (uint64_t ms = 100; ms <= 2000; ms += 100) look(ms);
  EXPECT_EQ(g_callback, nullptr);
}

TEST(TaskOrigins, GuessWhatWasKnownLast) {
  const auto origins = std::make_unique<TaskOrigins>();
  EXPECT_EQ(origins->guess(1, 0x100), kNoNode);
  origins->know(1, 0x100, 7);
  origins->know(2, 0x100, 8);
  EXPECT_EQ(origins->guess(1, 0x100), 7u);
  EXPECT_EQ(origins->guess(2, 0x100), 8u) << "another region";
  EXPECT_EQ(origins->guess(1, 0x101), kNoNode);
  origins->know(1, 0x100, 9);
  EXPECT_EQ(origins->guess(1, 0x100), 9u);
}

}  // namespace
}  // namespace limpid::recorder
