// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/data/task_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "core/data/task.h"

namespace {

using limpid::core::Task;
using limpid::core::TaskMemory;

char* payload(Task* task) {
  return reinterpret_cast<char*>(task + 1);
}

TEST(TaskMemory, BlocksAreAlignedAndDoNotOverlap) {
  TaskMemory memory;
  std::vector<std::pair<Task*, size_t>> blocks;
  for (size_t bytes :
       {size_t{0}, size_t{1}, size_t{64}, size_t{65}, size_t{700}, size_t{1700}, size_t{4096}}) {
    for (int copy = 0; copy < 20; ++copy) {
      Task* task = memory.allocate(bytes);
      ASSERT_EQ(reinterpret_cast<uintptr_t>(task) % 64, 0u);
      std::memset(payload(task), copy + 1, bytes);
      blocks.emplace_back(task, bytes);
    }
  }
  for (size_t index = 0; index < blocks.size(); ++index) {
    for (size_t byte = 0; byte < blocks[index].second; ++byte) {
      ASSERT_EQ(payload(blocks[index].first)[byte], static_cast<char>(index % 20 + 1));
    }
  }
}

TEST(TaskMemory, AReleasedBlockIsUsedAgain) {
  TaskMemory memory;
  Task* first = memory.allocate(64);
  memory.release(first);
  EXPECT_EQ(memory.allocate(64), first);
}

TEST(TaskMemory, CellsComeBackWithTheirSize) {
  TaskMemory memory;
  void* small = memory.allocate_cell(TaskMemory::kCell);
  void* large = memory.allocate_cell(TaskMemory::kDoubleCell);
  memory.release_cell(small, TaskMemory::kCell);
  memory.release_cell(large, TaskMemory::kDoubleCell);
  EXPECT_EQ(memory.allocate_cell(TaskMemory::kDoubleCell), large);
  EXPECT_EQ(memory.allocate_cell(TaskMemory::kCell), small);
}

// One thread allocates, another frees: the blocks go home, so that the number of distinct blocks stays small.
TEST(TaskMemory, BlocksGoHome) {
  constexpr int kTasks = 50000;
  constexpr size_t kUnderWay = 64;
  TaskMemory home;
  std::atomic<Task*> slot{nullptr};
  std::thread consumer([&] {
    TaskMemory mine;
    for (int freed = 0; freed < kTasks;) {
      if (Task* task = slot.exchange(nullptr, std::memory_order_acquire)) {
        ASSERT_EQ(payload(task)[0], 7);
        mine.release(task);
        ++freed;
      } else {
        std::this_thread::yield();
      }
    }
  });
  std::set<Task*> seen;
  for (int index = 0; index < kTasks; ++index) {
    Task* task = home.allocate(64);
    seen.insert(task);
    payload(task)[0] = 7;
    while (slot.load(std::memory_order_relaxed) != nullptr) std::this_thread::yield();
    slot.store(task, std::memory_order_release);
  }
  consumer.join();
  EXPECT_LT(seen.size(), kUnderWay);
}

}  // namespace
