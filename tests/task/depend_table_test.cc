// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/task/depend/depend_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "../seed.h"

namespace {

using limpid::core::AccessSet;
using limpid::core::DependEntry;
using limpid::core::DependTable;
using limpid::core::Task;
using limpid::core::TaskMemory;
using limpid::core::TaskRef;

class Table : public testing::Test {
 protected:
  ~Table() override {
    if (holder_.dependences == nullptr) return;
    holder_.dependences->clear(memory_);
    limpid::core::release_slots(memory_, *holder_.dependences);
  }
  DependTable& table() { return limpid::core::table_of(memory_, holder_); }
  TaskRef unfinished() {
    tasks_.push_back(std::make_unique<Task>());
    Task& task = *tasks_.back();
    task.id = tasks_.size();
    task.graph.word.store(task.id << 1);
    return {&task, task.id};
  }
  static void finish(TaskRef ref) { ref.task->graph.word.store(0); }

  TaskMemory memory_;
  Task holder_;
  std::vector<std::unique_ptr<Task>> tasks_;
};

size_t size_of(const AccessSet& set) {
  size_t count = 0;
  set.for_each([&count](const TaskRef&) { ++count; });
  return count;
}

TEST_F(Table, ARefIsFinishedWhenItsTaskIsGoneOrRecycled) {
  TaskRef ref = unfinished();
  EXPECT_FALSE(ref.finished());
  ref.task->graph.word.store(ref.id << 1 | 1);  // somebody adds an edge
  EXPECT_FALSE(ref.finished());
  finish(ref);
  EXPECT_TRUE(ref.finished());
  ref.task->graph.word.store(99 << 1);  // the header's next task
  EXPECT_TRUE(ref.finished());
}

TEST_F(Table, ASetKeepsAllAndCompactsToTheUnfinished) {
  AccessSet set;
  std::vector<TaskRef> refs;
  for (int index = 0; index < 20; ++index) {
    refs.push_back(unfinished());
    set.add(memory_, refs.back());
  }
  EXPECT_EQ(size_of(set), 20u);
  for (int index = 0; index < 20; ++index) {
    if (index % 4 != 0) finish(refs[index]);
  }
  EXPECT_EQ(set.compact(memory_), 5u);
  set.for_each([](const TaskRef& ref) { EXPECT_FALSE(ref.finished()); });
  EXPECT_EQ(size_of(set), 5u);
  set.clear(memory_);
  EXPECT_TRUE(set.empty());
}

TEST_F(Table, AnAddressKeepsItsEntryWhileTheTableGrows) {
  constexpr uint64_t kAddresses = 1000;
  for (uint64_t address = 1; address <= kAddresses; ++address) {
    table().entry_of(memory_, address * 8).last.add(memory_, unfinished());
  }
  EXPECT_EQ(table().used, kAddresses);
  for (uint64_t address = 1; address <= kAddresses; ++address) {
    DependEntry& entry = table().entry_of(memory_, address * 8);
    EXPECT_EQ(size_of(entry.last), 1u);
    entry.last.for_each([address](const TaskRef& ref) { EXPECT_EQ(ref.id, address); });
  }
}

TEST_F(Table, AddressesOfFinishedTasksDoNotFillTheTable) {
  for (uint64_t address = 1; address <= 10000; ++address) {
    TaskRef ref = unfinished();
    table().entry_of(memory_, address * 8).last.add(memory_, ref);
    finish(ref);
  }
  EXPECT_EQ(table().capacity, DependTable::kFirstCapacity);
}

// Making room drops all accesses of finished tasks, so it starts the count to the next time anew.
TEST_F(Table, AGrownTableIsNotCompactedAgainAtOnce) {
  std::vector<TaskRef> left;
  for (uint64_t address = 1; table().capacity == DependTable::kFirstCapacity; ++address) {
    left.push_back(unfinished());
    table().entry_of(memory_, address * 8).last.add(memory_, left.back());
    table().note_access(memory_);
  }
  EXPECT_EQ(table().noted, 1u);
  for (const TaskRef& ref : left) finish(ref);
}

// Also at addresses that no task accesses any more; those of unfinished tasks stay.
TEST_F(Table, AccessesOfFinishedTasksAreDropped) {
  std::vector<TaskRef> left;
  for (uint64_t number = 0; number < 20'000; ++number) {
    const TaskRef ref = unfinished();
    table().entry_of(memory_, (number / 400 + 1) * 8).last.add(memory_, ref);
    table().note_access(memory_);
    number % 100 == 0 ? left.push_back(ref) : finish(ref);
  }
  size_t kept = 0;
  for (uint64_t address = 1; address <= 50; ++address)
    kept += size_of(table().entry_of(memory_, address * 8).last);
  EXPECT_GE(kept, left.size());
  EXPECT_LE(kept, 5 * left.size() + limpid::policy::kFewAccesses);
  for (const TaskRef& ref : left) finish(ref);
}

TEST_F(Table, NewAddressesComeAfterTheBarrier) {
  TaskRef barrier = unfinished();
  table().entry_of(memory_, 8).last.add(memory_, unfinished());
  table().clear(memory_);
  table().barrier = barrier;
  EXPECT_EQ(table().used, 0u);
  DependEntry& entry = table().entry_of(memory_, 16);
  ASSERT_EQ(size_of(entry.last), 1u);
  entry.last.for_each([&](const TaskRef& ref) { EXPECT_EQ(ref.task, barrier.task); });
}

TEST_F(Table, ClearedMemoryIsUsedAgain) {
  std::minstd_rand random(static_cast<std::uint32_t>(test_seed()));
  for (int round = 0; round < 200; ++round) {
    for (int index = 0; index < 50; ++index) {
      table().entry_of(memory_, (random() % 30 + 1) * 8).last.add(memory_, unfinished());
    }
    table().clear(memory_);
    EXPECT_EQ(table().used, 0u);
  }
  EXPECT_LE(table().capacity, 64u);
}

}  // namespace
