// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered regions run in iteration order and see what earlier ones wrote; doacross sinks see what their
// sources wrote; nobody misses a wake-up although every wait sleeps at once.
#include <gtest/gtest.h>

#include "core/loop/doacross.h"
#include "core/loop/ordered.h"
#include "core/loop/ring.h"
#include "core/loop/schedule.h"
#include "core/loop/single.h"
#include "tests/loop/test_team.h"

namespace limpid::testing {
namespace {

using core::LoopRequest;
using core::ScheduleKind;
using core::Workshare;

constexpr ScheduleKind kKinds[] = {ScheduleKind::kStatic, ScheduleKind::kDynamic, ScheduleKind::kGuided};

LoopRequest ordered_request(ScheduleKind kind, uint64_t chunk, uint64_t trip) {
  LoopRequest request;
  request.space = {0, 1, trip, trip};
  request.schedule = {kind, false, true, chunk};
  request.ordered = true;
  return request;
}

// What next_chunk() does for an ordered loop, without the rest of it.
bool next_ordered_chunk(core::Thread& self, Workshare& loop) {
  core::WorkshareCursor& cursor = self.member->workshares;
  core::pass_turn(self);
  if (!core::take_chunk(self, loop, cursor)) return false;
  cursor.ordered.left = cursor.chunk.end - cursor.chunk.begin;
  cursor.ordered.turn_passed = false;
  return true;
}

void run_ordered(core::Thread& self, const LoopRequest& request, bool every, std::vector<uint64_t>& log) {
  Workshare& loop = core::enter_workshare(self, [&](Workshare& fresh) {
    fresh.space = request.space;
    fresh.ordered = true;
    fresh.turn.store(0, std::memory_order_relaxed);
    core::set_up_schedule(self, *self.team, fresh, request);
  });
  core::begin_chunks(self, loop);
  core::WorkshareCursor& cursor = self.member->workshares;
  while (next_ordered_chunk(self, loop)) {
    for (uint64_t iteration = cursor.chunk.begin; iteration < cursor.chunk.end; ++iteration) {
      if (!every && iteration % 3 == 1) continue;
      core::begin_ordered<events::Observed>(self);
      log.push_back(iteration);  // not synchronized by anything else
      core::end_ordered<events::Observed>(self);
    }
  }
  core::leave_workshare(self, false);
}

TEST(OrderedStress, RegionsRunInOrder) {
  for (uint32_t threads : {1u, 2u, 5u}) {
    TestTeam team(threads);
    for (ScheduleKind kind : kKinds) {
      for (uint64_t chunk : {0u, 1u, 4u}) {
        for (bool every : {true, false}) {
          std::vector<uint64_t> log;
          team.run(
              [&](core::Thread& self) { run_ordered(self, ordered_request(kind, chunk, 200), every, log); });
          std::vector<uint64_t> expected;
          for (uint64_t iteration = 0; iteration < 200; ++iteration) {
            if (every || iteration % 3 != 1) expected.push_back(iteration);
          }
          ASSERT_EQ(log, expected) << threads << " threads, chunk " << chunk;
        }
      }
    }
  }
}

constexpr uint64_t kRows = 60, kColumns = 9;
constexpr uint64_t kCounts[] = {kRows, kColumns};
using Grid = std::vector<std::vector<uint64_t>>;

LoopRequest doacross_request(ScheduleKind kind, uint64_t chunk, uint32_t dimensions) {
  LoopRequest request = ordered_request(kind, chunk, kRows);
  request.dimensions = dimensions;
  request.counts = &kCounts[0];
  return request;
}

core::IterationVector vector_of(core::Thread& self, uint64_t row, uint64_t column) {
  core::IterationVector vector(self, row);
  if (vector.wants_more()) vector.add(column);
  return vector;
}

Workshare& enter_doacross(core::Thread& self, const LoopRequest& request) {
  Workshare& loop = core::enter_workshare(self, [&](Workshare& fresh) {
    fresh.space = request.space;
    core::set_up_schedule(self, *self.team, fresh, request);
    size_t bytes = core::doacross_bytes(fresh, request, self.team_size);
    core::set_up_doacross(fresh, request, self.team_size, core::reserve_block(fresh, bytes));
  });
  core::begin_chunks(self, loop);
  return loop;
}

void run_doacross(core::Thread& self, const LoopRequest& request, bool post_all, Grid& grid) {
  Workshare& loop = enter_doacross(self, request);
  core::WorkshareCursor& cursor = self.member->workshares;
  while (core::take_chunk(self, loop, cursor)) {
    for (uint64_t row = cursor.chunk.begin; row < cursor.chunk.end; ++row) {
      for (uint64_t column = 0; column < kColumns; ++column) {
        core::doacross_wait(
            self, vector_of(self, row - 1, column));  // row - 1 is outside the loop for the first row
        core::doacross_wait(self, vector_of(self, row, column - 1));
        uint64_t above = row == 0 ? 1 : grid[row - 1][column];
        uint64_t left = column == 0 ? 1 : grid[row][column - 1];
        grid[row][column] = (above + left) % 1000003;
        if (post_all) core::doacross_post<events::Observed>(self, vector_of(self, row, column));
      }
    }
    core::post_whole_chunk(self);
  }
  core::leave_workshare(self, false);
}

Grid sequential_grid() {
  Grid grid(kRows, std::vector<uint64_t>(kColumns));
  for (uint64_t row = 0; row < kRows; ++row) {
    for (uint64_t column = 0; column < kColumns; ++column) {
      uint64_t above = row == 0 ? 1 : grid[row - 1][column];
      uint64_t left = column == 0 ? 1 : grid[row][column - 1];
      grid[row][column] = (above + left) % 1000003;
    }
  }
  return grid;
}

TEST(DoacrossStress, SinksSeeTheirSources) {
  const Grid expected = sequential_grid();
  for (uint32_t threads : {1u, 2u, 5u}) {
    TestTeam team(threads);
    for (ScheduleKind kind : kKinds) {
      for (uint64_t chunk : {0u, 1u, 4u}) {
        LoopRequest request = doacross_request(kind, chunk, 2);
        Grid grid(kRows, std::vector<uint64_t>(kColumns));
        team.run([&](core::Thread& self) { run_doacross(self, request, true, grid); });
        ASSERT_EQ(grid, expected) << threads << " threads, chunk " << chunk;
      }
    }
  }
}

void run_without_sources(core::Thread& self, const LoopRequest& request, std::vector<uint64_t>& rows) {
  Workshare& loop = enter_doacross(self, request);
  core::WorkshareCursor& cursor = self.member->workshares;
  while (core::take_chunk(self, loop, cursor)) {
    core::doacross_wait(self, core::IterationVector(self, cursor.chunk.begin - 1));
    rows[cursor.chunk.begin] = cursor.chunk.begin == 0 ? 1 : rows[cursor.chunk.begin - 1] + 1;
    core::post_whole_chunk(self);
  }
  core::leave_workshare(self, false);
}

// An iteration without a source counts as posted when its chunk ends. With chunks of one row, only rows
// depend on each other. Two threads keep their words on shared lines.
TEST(DoacrossStress, MissingSourcesHoldNobodyUp) {
  for (uint32_t threads : {2u, 3u}) {
    TestTeam team(threads);
    for (ScheduleKind kind : {ScheduleKind::kStatic, ScheduleKind::kDynamic}) {
      std::vector<uint64_t> rows(kRows);
      const LoopRequest request = doacross_request(kind, 1, 1);
      team.run([&](core::Thread& self) { run_without_sources(self, request, rows); });
      EXPECT_EQ(rows.back(), kRows) << threads << " threads";
    }
  }
}

TEST(SingleStress, OneThreadTakesEach) {
  for (uint32_t threads : {1u, 2u, 5u}) {
    TestTeam team(threads);
    constexpr int kSingles = 500;
    std::vector<int> taken(kSingles);  // each written by its executor alone
    for (int region = 1; region <= 3; ++region) {
      team.run([&](core::Thread& self) {
        for (int& each : taken) {
          if (core::take_single<events::Observed>(self)) ++each;
        }
      });
      for (int count : taken) ASSERT_EQ(count, region);
    }
  }
}

TEST(SingleStress, CopiesReachEveryone) {
  constexpr uint32_t kThreads = 4;
  TestTeam team(kThreads);
  std::atomic<uint32_t> arrived{0};
  team.run([&](core::Thread& self) {
    for (uint32_t round = 1; round <= 200; ++round) {
      uint32_t value = 0;
      void* from = core::take_single_or_copy<events::Observed>(self);
      if (from == nullptr) {
        value = round;
        core::publish_copy(self, &value);
      } else {
        value = *static_cast<uint32_t*>(from);
      }
      EXPECT_EQ(value, round);
      arrived.fetch_add(1);  // the barrier that follows such a single
      while (arrived.load() < round * kThreads) std::this_thread::yield();
    }
  });
}

}  // namespace
}  // namespace limpid::testing
