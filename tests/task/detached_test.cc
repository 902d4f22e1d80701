// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/detached.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "base/layout_access.h"
#include "core/data/task.h"

namespace limpid {

// What a debugger reads.
struct LayoutAccess {
  static const core::Task* first(const core::DetachedTasks& tasks) { return tasks.first_; }
};

}  // namespace limpid

namespace {

using limpid::LayoutAccess;
using limpid::core::DetachedTasks;
using limpid::core::Task;

std::vector<const Task*> listed(const DetachedTasks& tasks) {
  std::vector<const Task*> found;
  for (const Task* task = LayoutAccess::first(tasks); task != nullptr; task = task->next)
    found.push_back(task);
  return found;
}

TEST(DetachedTasks, ListsWhoIsThere) {
  Task tasks[4];
  DetachedTasks detached;
  for (Task& task : tasks) detached.add(task);
  using List = std::vector<const Task*>;
  EXPECT_EQ(listed(detached), (List{tasks + 3, tasks + 2, tasks + 1, tasks}));
  detached.remove(tasks[2]);  // from the middle, the beginning, the end
  EXPECT_EQ(listed(detached), (List{tasks + 3, tasks + 1, tasks}));
  detached.remove(tasks[3]);
  detached.remove(tasks[0]);
  EXPECT_EQ(listed(detached), (List{tasks + 1}));
  detached.remove(tasks[1]);
  EXPECT_EQ(listed(detached), List{});
}

// One thread detaches, others fulfil: each task comes and goes many times.
TEST(DetachedTasks, FulfilledFromElsewhere) {
  constexpr int kFulfillers = 3;
  constexpr int kTasks = 8;  // of each fulfiller
  constexpr int kRounds = 2000;
  const auto tasks = std::make_unique<Task[]>(kFulfillers * kTasks);
  const auto is_there = std::make_unique<std::atomic<bool>[]>(kFulfillers * kTasks);
  DetachedTasks detached;
  std::vector<std::thread> threads;
  for (int number = 0; number < kFulfillers; ++number) {
    threads.emplace_back([&, number] {
      for (int step = 0; step < kRounds * kTasks; ++step) {
        const int task = number * kTasks + step * 5 % kTasks;  // each of them kRounds times
        while (!is_there[task].load(std::memory_order_acquire)) std::this_thread::yield();
        detached.remove(tasks[task]);
        is_there[task].store(false, std::memory_order_release);
      }
    });
  }
  int left = kFulfillers * kTasks * kRounds;
  std::vector<int> rounds(kFulfillers * kTasks, kRounds);
  while (left > 0) {
    for (int task = 0; task < kFulfillers * kTasks; ++task) {
      if (rounds[task] == 0 || is_there[task].load(std::memory_order_acquire)) continue;
      detached.add(tasks[task]);
      is_there[task].store(true, std::memory_order_release);
      --rounds[task];
      --left;
    }
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(listed(detached), std::vector<const Task*>{});
}

}  // namespace
