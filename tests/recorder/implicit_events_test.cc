// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the runtime tells of implicit tasks, and what is known of a thread's region where it does not.
#include "context/implicit_events.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "context/thread_region.h"
#include "session.h"

namespace limpid::recorder {
namespace {

constexpr uint64_t kMs = 1'000'000;

std::atomic<bool> g_told;  // whether the runtime calls anything for an implicit task
ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  EXPECT_EQ(event, ompt_callback_implicit_task);
  g_told = callback != nullptr;
  return ompt_set_always;
}
void told() {}

// Callbacks may cost a quarter of a percent: 16 regions in a millisecond.
class Implicit : public testing::Test {
 protected:
  void SetUp() override {
    session_.settings.max_callback_cost = 250;
    session_.ompt.set_callback = &set_callback;
    session_.ompt.connected = true;
    g_told = true;
    events().begin(&told, 0);
  }
  ImplicitEvents& events() { return session_.implicit_events; }
  void pass(uint64_t ms, uint64_t regions_each_ms) {
    for (uint64_t i = 0; i < ms; ++i) {
      regions_ += regions_each_ms;
      events().look(&session_, regions_, ++now_ms_ * kMs);
    }
  }
  // A thread that began before the recording's first region.
  ThreadSlot* thread(profile::ThreadType type) {
    auto slot = std::make_unique<ThreadSlot>();
    slot->type = type;
    slot->root = kProgramNode;
    slot->life = ThreadSlot::kLive;
    slots_.push_back(std::move(slot));
    return slots_.back().get();
  }

  std::unique_ptr<Session> owner_ = std::make_unique<Session>();
  Session& session_ = *owner_;
  std::vector<std::unique_ptr<ThreadSlot>> slots_;
  uint64_t now_ms_ = 0, regions_ = 0;
};

TEST_F(Implicit, OfRareRegionsAreTold) {
  pass(1000, 15);
  EXPECT_TRUE(g_told);
  EXPECT_TRUE(events().told_all());
  EXPECT_EQ(events().period(), 0u);
}

TEST_F(Implicit, OfManyAreNotUntilTheyAreRare) {
  pass(9, 100);
  EXPECT_TRUE(g_told) << "too short to tell";
  pass(1, 100);
  EXPECT_FALSE(g_told);
  EXPECT_EQ(events().period(), ImplicitEvents::kUntold);
  pass(100, 10);
  EXPECT_FALSE(g_told) << "not rare enough to be sure";
  pass(10, 3);
  EXPECT_TRUE(g_told);
  EXPECT_EQ(events().period(), 1u);
  EXPECT_FALSE(events().told_all());
  pass(10, 100);
  EXPECT_FALSE(g_told);
  pass(10, 0);
  EXPECT_EQ(events().period(), 2u);
}

TEST_F(Implicit, OfANewConstructIsTold) {
  events().tell_of_new(&session_);
  EXPECT_EQ(events().period(), 0u);
  pass(10, 100);
  EXPECT_FALSE(g_told);
  events().tell_of_new(&session_);
  EXPECT_TRUE(g_told);
  EXPECT_EQ(events().period(), 1u);
  pass(10, 100);
  EXPECT_TRUE(g_told) << "its threads may still have to begin";
  pass(10, 100);
  EXPECT_FALSE(g_told);
}

// [implicit.step]: who tells that a construct is new finds the callback set, whatever the sampler does.
TEST_F(Implicit, WhoAsksIsTold) {
  std::atomic<bool> over{false};
  std::atomic<uint32_t> unheard{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!over) {
        events().tell_of_new(&session_);
        const uint32_t period = events().period();
        const bool told = g_told;
        if (!told && period != ImplicitEvents::kUntold && events().period() == period) ++unheard;
      }
    });
  }
  pass(20'000, 100);
  over = true;
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(unheard, 0u);
  EXPECT_EQ(g_told, events().period() != ImplicitEvents::kUntold);
}

TEST_F(Implicit, WithoutARuntimeNothingIsSet) {
  session_.ompt.connected = false;
  pass(100, 1000);
  EXPECT_TRUE(g_told);
}

TEST_F(Implicit, ForATraceAllAreTold) {
  events().forget_earlier();  // begin() does not follow
  pass(100, 1000);
  EXPECT_TRUE(g_told);
}

TEST_F(Implicit, AForkedChildIsToldAgain) {
  pass(10, 100);
  events().reset_after_fork(&session_, now_ms_ * kMs);
  EXPECT_TRUE(g_told);
  EXPECT_TRUE(events().told_all());
}

// What a thread was told counts in its period alone; later, "in no region" may be one that it was not told of.
TEST_F(Implicit, WhatAThreadWasToldHoldsForItsPeriod) {
  constexpr NodeId kRegion = 7;
  ThreadSlot* worker = thread(profile::ThreadType::kWorker);
  EXPECT_EQ(told_region(events(), *worker), kProgramNode);
  worker->implicit[0] = kRegion;
  worker->implicit_depth = 1;
  EXPECT_EQ(told_region(events(), *worker), kRegion);
  pass(10, 100);
  EXPECT_EQ(told_region(events(), *worker), kNoNode);
  pass(10, 0);
  EXPECT_EQ(events().period(), 1u);
  EXPECT_EQ(told_region(events(), *worker), kNoNode) << "of the period before";
  worker->implicit_period = 1;
  EXPECT_EQ(told_region(events(), *worker), kRegion);
  worker->implicit_depth = 0;
  EXPECT_EQ(told_region(events(), *worker), kNoNode);
  EXPECT_EQ(told_region(events(), *thread(profile::ThreadType::kOther)), kProgramNode);
}

// Threads that are registered, with what they lead.
class Led : public Implicit {
 protected:
  void SetUp() override {
    Implicit::SetUp();
    pass(10, 100);  // nothing is told
  }
  void TearDown() override {
    over_ = true;
    for (std::thread& each : threads_) each.join();
  }
  ThreadSlot* attach(profile::ThreadType type) {
    std::atomic<ThreadSlot*> slot{nullptr};
    threads_.emplace_back([&, type] {
      slot = session_.threads.attach(type, 0);
      while (!over_) std::this_thread::yield();
      session_.threads.detach();
    });
    while (slot == nullptr) std::this_thread::yield();
    return slot;
  }
  static void lead(ThreadSlot* slot, uint32_t depth, NodeId context) {
    if (depth > 0) slot->regions[depth - 1].context = context;
    slot->region_depth = depth;
  }
  void expect(const ThreadSlot* slot, NodeId context, bool guessed) {
    const ThreadRegion region = region_of(session_, *slot);
    EXPECT_EQ(region.context, context);
    EXPECT_EQ(region.guessed, guessed);
  }
  std::vector<std::thread> threads_;
  std::atomic<bool> over_{false};
};

TEST_F(Led, AWorkerIsInTheOnlyRegionThatThereIs) {
  constexpr NodeId kOuter = 7, kInner = 8, kOther = 9;
  ThreadSlot* initial = attach(profile::ThreadType::kInitial);
  ThreadSlot* worker = attach(profile::ThreadType::kWorker);
  ThreadSlot* second = attach(profile::ThreadType::kWorker);
  expect(initial, kProgramNode, false);
  expect(worker, kProgramNode, false);
  lead(initial, 1, kOuter);
  expect(initial, kOuter, false);
  expect(worker, kOuter, false);
  lead(second, 1, kOther);  // nested in the first one, or of another initial thread
  expect(initial, kOuter, false);
  expect(second, kOther, false);
  EXPECT_TRUE(region_of(session_, *worker).guessed);
  lead(second, 0, kNoNode);
  lead(initial, 2, kInner);
  expect(initial, kInner, false);
  EXPECT_TRUE(region_of(session_, *worker).guessed) << "in the outer one or in the inner one";
  lead(initial, 0, kNoNode);
  expect(worker, kProgramNode, false);
}

}  // namespace
}  // namespace limpid::recorder
