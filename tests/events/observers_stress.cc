// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads begin while observers are added and removed: in the end each thread knows whether an observer is
// left.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "events/emit.h"

namespace limpid::events {
namespace {

constexpr int kRounds = 60;
constexpr int kObservingThreads = 3;  // at most kMaxObservers
constexpr int kBeginningThreads = 3;
constexpr int kChanges = 20;  // of each observing thread
constexpr int kThreads = 5;   // of each beginning thread

std::atomic<int> g_calls{0};

void on_control_tool(const void*) {
  g_calls.fetch_add(1, std::memory_order_relaxed);
}

Observer make_observer() {
  Observer observer;
  observer.handlers[static_cast<int>(EventId::control_tool)] = on_control_tool;
  return observer;
}

// What the threads know of the observers. Never freed: the list of all threads refers to them.
std::deque<ThreadObservers>& known() {
  static auto* all = new std::deque<ThreadObservers>;
  return *all;
}

const ThreadObservers* first_that_believes(bool absent, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (known()[i].are_absent() == absent) return &known()[i];
  }
  return nullptr;
}

class ObserversStress : public testing::Test {
 protected:
  // Each observing thread adds and removes its observer in turn; after an odd number of changes it is left
  // added.
  void come_and_go(int changes) {
    std::vector<std::thread> threads;
    const std::size_t first = known().size();
    known().resize(first + kBeginningThreads * kThreads);
    for (Observer& observer : observers_) {
      threads.emplace_back([&observer, changes] {
        for (int i = 0; i < changes; ++i) {
          if (i % 2 == 0)
            EXPECT_TRUE(add(observer));
          else
            remove(observer);
        }
      });
    }
    for (int t = 0; t < kBeginningThreads; ++t) {
      threads.emplace_back([begin = first + static_cast<std::size_t>(t) * kThreads] {
        for (std::size_t i = 0; i < kThreads; ++i) add(known()[begin + i]);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  std::vector<Observer> observers_ = std::vector<Observer>(kObservingThreads, make_observer());
};

TEST_F(ObserversStress, threads_know_who_is_left) {
  for (int round = 0; round < kRounds; ++round) {
    come_and_go(kChanges);
    ASSERT_EQ(first_that_believes(false, known().size()), nullptr) << "nobody observes, round " << round;
    EXPECT_FALSE(anyone_observes());

    come_and_go(kChanges + 1);
    ASSERT_EQ(first_that_believes(true, known().size()), nullptr) << "all observe, round " << round;
    g_calls = 0;
    g_handlers[static_cast<std::size_t>(EventId::control_tool)].load()(nullptr);
    EXPECT_EQ(g_calls, kObservingThreads);
    for (const Observer& observer : observers_) remove(observer);
    ASSERT_EQ(first_that_believes(false, known().size()), nullptr) << "all have left, round " << round;
  }
}

}  // namespace
}  // namespace limpid::events
