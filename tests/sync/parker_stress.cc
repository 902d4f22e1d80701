// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders to sleepers that wake up together: none is lost, whether its receiver is awake, about to sleep,
// asleep, or asleep at another's futex.
#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "sync/parker.h"

namespace limpid::sync {
namespace {

constexpr uint32_t kReceivers = 4;
constexpr uint32_t kOrders = 5'000;

struct Receiver {
  Parker parker;
  uint32_t text = 0;                // of the order, written before it is counted
  std::atomic<uint32_t> heard{0};   // orders that were seen
  std::atomic<uint32_t> wrong{0};   // of these, how many had another text than they should
  uint32_t looks_before_sleep = 0;  // differs, so that orders find receivers in every state
};

void receive(Receiver& self) {
  uint16_t seen = 0;
  for (uint32_t order = 1; order <= kOrders; ++order) {
    uint32_t looks = 0;
    while (self.parker.commands() == seen) {
      if (++looks < self.looks_before_sleep * (order % 7)) continue;
      self.parker.sleep_unless([&] { return self.parker.commands() != seen; });
    }
    ++seen;
    if (self.text != order) self.wrong.fetch_add(1, std::memory_order_relaxed);
    self.heard.store(order, std::memory_order_release);
  }
}

TEST(SleeperChain, LosesNoOrder) {
  std::array<Receiver, kReceivers> receivers;
  std::vector<std::thread> threads;
  for (uint32_t index = 0; index < kReceivers; ++index) {
    receivers[index].looks_before_sleep = index * 20;
    threads.emplace_back(receive, std::ref(receivers[index]));
  }
  for (uint32_t order = 1; order <= kOrders; ++order) {
    {
      SleeperChain sleepers;
      for (Receiver& receiver : receivers) {
        receiver.text = order;
        if (receiver.parker.add_command()) sleepers.add(receiver.parker);
        if (order % 3 == 0) receiver.parker.notify();  // of somebody who wakes one sleeper only
      }
    }
    for (Receiver& receiver : receivers)
      while (receiver.heard.load(std::memory_order_acquire) != order) sched_yield();
  }
  for (std::thread& thread : threads) thread.join();
  for (const Receiver& receiver : receivers) EXPECT_EQ(receiver.wrong.load(), 0u);
}

}  // namespace
}  // namespace limpid::sync
