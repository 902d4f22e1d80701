// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads write a trace while its blocks are made, or used again, as fast as can be: whatever is in the file in
// the end is what they wrote, and what is not there was counted.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "sample/thread_slot.h"
#include "trace/block_supply.h"
#include "trace/thread_trace.h"
#include "trace_reader.h"

namespace limpid::recorder {
namespace {

using trace::Event;
using trace::EventKind;

constexpr uint32_t kThreads = 4;

class Writers : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/limpid-trace-XXXXXX";
    folder_ = mkdtemp(name);
    path_ = folder_ + "/t.limpid-trace";
    clock_.start();
    commons_.clock = &clock_;
    commons_.steady = clock_.steady();
    slots_ = std::vector<ThreadSlot>(kThreads);
    for (uint32_t t = 0; t < kThreads; ++t) slots_[t].id = t;
  }
  void TearDown() override {
    commons_.mapping.abandon();
    std::filesystem::remove_all(folder_);
  }

  void begin(uint64_t bytes, bool recycle) {
    recycles_ = recycle;
    ASSERT_TRUE(commons_.mapping.create(path_.c_str(), bytes));
    trace::FileHeader* h = commons_.mapping.header();
    h->version_major = trace::kVersionMajor;
    h->block_bytes = trace::kBlockBytes;
    h->magic = trace::kMagic;
    ASSERT_TRUE(supply_.begin(recycle, 0));
    supply_.refill(commons_.now());
  }

  // Each thread writes so many events, numbered from 1, and more until the one that supplies has come by often
  // enough and, where blocks are used again, has done that. `pauses`: now and then tracing is paused meanwhile.
  // `one_is_slow`: the first thread writes an event for each round of the supply, and stays in one block.
  void write(uint64_t events, bool pauses, bool one_is_slow = false) {
    constexpr uint64_t kRounds = 50;
    std::vector<std::thread> threads;
    const uint32_t slow_ones = one_is_slow ? 1 : 0;
    std::atomic<uint32_t> left{kThreads - slow_ones};
    std::atomic<uint64_t> rounds{0};
    std::atomic<bool> enough{false}, supply_ended{false};
    for (uint32_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        ThreadTrace& part = parts_[t];
        part.begin(&commons_, &slots_[t]);
        if (one_is_slow && t == 0) {
          // It ends when no block is used again any more: until then its block is its own.
          while (!supply_ended.load()) {
            const uint64_t seen = rounds.load();
            if (written_[t] < kRounds) put(&part, ++written_[t]);
            while (rounds.load() == seen && !supply_ended.load()) std::this_thread::yield();
          }
          part.end();
          return;
        }
        while (written_[t] < events || !enough.load()) {
          for (int i = 0; i < 1000; ++i) put(&part, ++written_[t]);
        }
        part.end();
        left.fetch_sub(1);
      });
    }
    for (; left.load() != 0; rounds.fetch_add(1)) {
      supply_.refill(commons_.now());
      if (pauses) commons_.paused.store(rounds.load() % 4 == 3, std::memory_order_relaxed);
      enough.store(rounds.load() >= kRounds && (!recycles_ || supply_.recycled() > 0));
      std::this_thread::yield();
    }
    supply_ended.store(true);
    for (std::thread& t : threads) t.join();
    commons_.mapping.close(supply_.close());
  }

  static void put(ThreadTrace* part, uint64_t number) {
    Event e;
    e.kind = EventKind::kMutexAcquire;
    e.other = number;
    e.place = static_cast<uint32_t>(number % 5);
    part->put(e);
  }

  // What the file says of a thread: its events are in order, each once, and each gap is as large as is said.
  struct Told {
    uint64_t there = 0, lost = 0, last = 0;
  };
  static Told read(const trace::TraceFile& file, const trace::TraceThread& thread, bool gaps_are_counted) {
    Told told;
    trace::TraceCursor cursor = file.events(thread);
    uint64_t gap = 0;
    for (Event e; cursor.next(&e);) {
      if (e.kind == EventKind::kLost) told.lost += gap = e.count;
      if (e.kind != EventKind::kMutexAcquire) continue;
      if (gaps_are_counted) {
        EXPECT_EQ(e.other, told.last + gap + 1);
      } else {
        EXPECT_GT(e.other, told.last);
      }
      told.last = e.other;
      ++told.there;
      gap = 0;
    }
    EXPECT_EQ(cursor.damaged(), 0u);
    return told;
  }

  std::string folder_, path_;
  bool recycles_ = false;
  CycleClock clock_;
  TraceCommons commons_;
  BlockSupply supply_{commons_.mapping, commons_.queue};
  std::vector<ThreadSlot> slots_;
  ThreadTrace parts_[kThreads] = {};
  uint64_t written_[kThreads] = {};
};

TEST_F(Writers, WhatDoesNotFitIsCounted) {
  constexpr uint64_t kEvents = 100'000;
  begin(1 << 20, false);
  write(kEvents, false);
  trace::TraceFile file;
  std::string error;
  ASSERT_TRUE(file.open(path_, &error)) << error;
  EXPECT_LE(file.size(), 1u << 20);
  uint64_t lost = 0;
  for (const ThreadTrace& part : parts_) lost += part.lost();
  EXPECT_GT(lost, 0u);
  // A thread that never got a block is not there at all.
  uint64_t absent = 0;
  for (const uint64_t written : written_) absent += written;
  for (const trace::TraceThread& thread : file.threads()) {
    const Told told = read(file, thread, true);
    EXPECT_EQ(told.there + told.lost, written_[thread.id]);
    EXPECT_EQ(told.lost, parts_[thread.id].lost());
    lost -= told.lost;
    absent -= written_[thread.id];
  }
  EXPECT_EQ(lost, absent);
}

TEST_F(Writers, BlocksThatAreUsedAgainAreWhole) {
  constexpr uint64_t kEvents = 100'000;
  begin(1 << 20, true);
  write(kEvents, false, true);
  EXPECT_GT(supply_.recycled(), 0u);
  trace::TraceFile file;
  std::string error;
  ASSERT_TRUE(file.open(path_, &error)) << error;
  Told slow;
  for (const trace::TraceThread& thread : file.threads()) {
    const Told told = read(file, thread, false);
    EXPECT_GT(told.there, 0u);
    EXPECT_LE(told.there + told.lost, written_[thread.id]);
    if (thread.id == 0) slow = told;
  }
  // A block that a thread still has is not used again. The slow one may never have got one.
  EXPECT_EQ(slow.there + parts_[0].lost(), written_[0]);
}

TEST_F(Writers, PausesAreSaid) {
  constexpr uint64_t kEvents = 100'000;
  begin(64 << 20, false);
  write(kEvents, true);
  trace::TraceFile file;
  std::string error;
  ASSERT_TRUE(file.open(path_, &error)) << error;
  for (const trace::TraceThread& thread : file.threads()) {
    trace::TraceCursor cursor = file.events(thread);
    bool paused = false, known = true;
    uint64_t last = 0;
    for (Event e; cursor.next(&e);) {
      if (e.kind == EventKind::kPause) paused = true;
      if (e.kind == EventKind::kResume) paused = known = false;
      if (e.kind == EventKind::kLost) paused = known = false;
      if (e.kind != EventKind::kMutexAcquire) continue;
      ASSERT_FALSE(paused);
      if (known) {
        ASSERT_EQ(e.other, last + 1);
      } else {
        ASSERT_GT(e.other, last);
      }
      last = e.other;
      known = true;
    }
    EXPECT_EQ(cursor.damaged(), 0u);
  }
}

}  // namespace
}  // namespace limpid::recorder
