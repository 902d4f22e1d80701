// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads begin while listeners come and go: in the end each thread's audience knows who is left.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "events/spine.h"

namespace limpid::events {
namespace {

constexpr int kRounds = 60;
constexpr int kListeningThreads = 3;  // at most kMaxListeners
constexpr int kBeginningThreads = 3;
constexpr int kChanges = 20;   // of each listening thread
constexpr int kAudiences = 5;  // of each beginning thread

std::atomic<int> g_told{0};

void on_control_tool(const void*) {
  g_told.fetch_add(1, std::memory_order_relaxed);
}

Listener make_listener() {
  Listener listener;
  listener.handlers[static_cast<int>(Event::control_tool)] = on_control_tool;
  return listener;
}

// They live for ever, as the spine keeps them.
std::deque<Audience>& audiences() {
  static auto* all = new std::deque<Audience>;
  return *all;
}

const Audience* first_that_believes(bool absent, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (audiences()[i].is_absent() == absent) return &audiences()[i];
  }
  return nullptr;
}

class SpineStress : public testing::Test {
 protected:
  // Each adds and removes its listener; an odd number of changes leaves it there.
  void come_and_go(int changes) {
    std::vector<std::thread> threads;
    const std::size_t first = audiences().size();
    audiences().resize(first + kBeginningThreads * kAudiences);
    for (Listener& listener : listeners_) {
      threads.emplace_back([&listener, changes] {
        for (int i = 0; i < changes; ++i) {
          if (i % 2 == 0)
            EXPECT_TRUE(add(listener));
          else
            remove(listener);
        }
      });
    }
    for (int t = 0; t < kBeginningThreads; ++t) {
      threads.emplace_back([begin = first + static_cast<std::size_t>(t) * kAudiences] {
        for (std::size_t i = 0; i < kAudiences; ++i) add(audiences()[begin + i]);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  std::vector<Listener> listeners_ = std::vector<Listener>(kListeningThreads, make_listener());
};

TEST_F(SpineStress, audiences_know_who_is_left) {
  for (int round = 0; round < kRounds; ++round) {
    come_and_go(kChanges);
    ASSERT_EQ(first_that_believes(false, audiences().size()), nullptr) << "nobody listens, round " << round;
    EXPECT_FALSE(anyone_listening());

    come_and_go(kChanges + 1);
    ASSERT_EQ(first_that_believes(true, audiences().size()), nullptr) << "all listen, round " << round;
    g_told = 0;
    g_hearers[static_cast<std::size_t>(Event::control_tool)].load()(nullptr);
    EXPECT_EQ(g_told, kListeningThreads);
    for (const Listener& listener : listeners_) remove(listener);
    ASSERT_EQ(first_that_believes(false, audiences().size()), nullptr) << "all have left, round " << round;
  }
}

}  // namespace
}  // namespace limpid::events
