// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every schedule hands out every iteration exactly once, to threads that come late, leave early and meet
// other loops without a barrier in between; and no thread gets a chunk after the one with the last iteration.
#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "core/loop/ring.h"
#include "core/loop/schedule.h"
#include "core/loop/steal.h"
#include "tests/loop/test_team.h"
#include "tests/seed.h"

namespace limpid::testing {
namespace {

using core::LoopRequest;
using core::ScheduleKind;
using core::Workshare;

struct LoopCase {
  ScheduleKind kind;
  bool monotonic;
  uint64_t chunk;
  uint64_t trip;
};

LoopRequest request_of(const LoopCase& loop) {
  LoopRequest request;
  request.space = {0, 1, loop.trip, loop.trip};
  request.schedule = {loop.kind, false, loop.monotonic, loop.chunk};
  return request;
}

std::vector<LoopCase> random_cases(uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  constexpr ScheduleKind kKinds[] = {ScheduleKind::kStatic, ScheduleKind::kDynamic, ScheduleKind::kGuided};
  std::vector<LoopCase> cases;
  for (int index = 0; index < count; ++index) {
    cases.push_back({kKinds[random() % 3], random() % 3 == 0, random() % 5,
                     random() % 4 == 0 ? random() % 4 : random() % 200});
  }
  return cases;
}

using Counts = std::vector<std::vector<std::atomic<int>>>;

// Runs all loops back to back, like nowait loops, on one thread.
void run_loops(core::Thread& self, const std::vector<LoopCase>& cases, Counts& counts, uint64_t seed) {
  std::mt19937_64 random(seed + self.index);
  core::WorkshareCursor& cursor = self.member->workshares;
  for (size_t number = 0; number < cases.size(); ++number) {
    const LoopCase& loop = cases[number];
    if (random() % 8 == 0) std::this_thread::yield();
    Workshare& workshare = core::enter_workshare(self, [&](Workshare& fresh) {
      fresh.space = request_of(loop).space;
      core::set_up_schedule(self, *self.team, fresh, request_of(loop));
    });
    ASSERT_EQ(workshare.space.trip, loop.trip);
    core::begin_chunks(self, workshare);
    bool had_last = false;
    while (core::take_chunk(self, workshare, cursor)) {
      EXPECT_FALSE(had_last) << "a chunk after the loop's last one";
      EXPECT_LT(cursor.chunk.begin, cursor.chunk.end);
      ASSERT_LE(cursor.chunk.end, loop.trip);
      for (uint64_t iteration = cursor.chunk.begin; iteration < cursor.chunk.end; ++iteration)
        ++counts[number][iteration];
      had_last = cursor.chunk.end == loop.trip;
      if (random() % 16 == 0) std::this_thread::yield();
    }
    core::leave_workshare(self, false);
  }
}

void check_once(const std::vector<LoopCase>& cases, const Counts& counts) {
  for (size_t number = 0; number < cases.size(); ++number) {
    for (uint64_t iteration = 0; iteration < cases[number].trip; ++iteration) {
      ASSERT_EQ(counts[number][iteration].load(), 1) << "loop " << number << " iteration " << iteration;
    }
  }
}

class ScheduleStress : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ScheduleStress, EveryIterationOnce) {
  TestTeam team(GetParam());
  for (int region = 0; region < 8; ++region) {
    std::vector<LoopCase> cases = random_cases(test_seed() + static_cast<uint64_t>(region), 60);
    Counts counts;
    for (const LoopCase& loop : cases) counts.emplace_back(loop.trip);
    team.run([&](core::Thread& self) { run_loops(self, cases, counts, test_seed()); });
    check_once(cases, counts);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, ScheduleStress, ::testing::Values(1, 2, 3, 4, 7));

// The words of members that miss a whole loop keep old epochs; after 255 loops of a slot they would be
// believed.
TEST(RangedSchedules, MembersThatWereAwayDoNotHideIterations) {
  TestTeam team(3);
  const std::vector<LoopCase> one = {{ScheduleKind::kDynamic, false, 1, 30}};
  auto run_once = [&] {
    Counts counts;
    counts.emplace_back(one[0].trip);
    team.run([&](core::Thread& self) {
      if (self.index < team.team.size) run_loops(self, one, counts, test_seed());
    });
    check_once(one, counts);
  };
  run_once();
  team.team.size = 2;
  for (uint32_t index = 0; index < 2; ++index) team.thread(index).team_size = 2;
  for (uint32_t loop = 0; loop < 255 - 1; ++loop) run_once();  // each in the first slot
  team.team.size = 3;
  for (uint32_t index = 0; index < 3; ++index) team.thread(index).team_size = 3;
  for (int loop = 0; loop < 16; ++loop) run_once();
}

// More chunks than a range word counts: a unit is several chunks, each still handed out alone.
TEST(RangedSchedules, HugeLoopsKeepTheirChunkSize) {
  TestTeam team(2);
  core::Thread& self = team.thread(0);
  core::begin_region_workshares(team.team);
  core::begin_member_workshares(*self.member);
  for (uint64_t trip : {uint64_t{1} << 40, ~uint64_t{0}}) {
    Workshare& workshare = core::enter_workshare(self, [&](Workshare& fresh) {
      LoopCase loop{ScheduleKind::kDynamic, false, 3, trip};
      fresh.space = request_of(loop).space;
      core::set_up_schedule(self, *self.team, fresh, request_of(loop));
    });
    EXPECT_LE(core::unit_count(workshare), core::RangeWord::kMaxUnits);
    core::begin_chunks(self, workshare);
    core::WorkshareCursor& cursor = self.member->workshares;
    for (uint64_t number = 0; number < 20000; ++number) {
      ASSERT_TRUE(core::take_chunk(self, workshare, cursor));
      ASSERT_EQ(cursor.chunk.begin, number * 3);
      ASSERT_EQ(cursor.chunk.end, number * 3 + 3);
    }
    core::leave_workshare(self, true);
    core::all_have_left(self);
  }
}

TEST(RangeWord, KeepsWhatItIsGiven) {
  for (uint64_t low : {uint64_t{0}, uint64_t{1}, core::RangeWord::kMaxUnits}) {
    for (uint64_t high : {uint64_t{0}, uint64_t{77}, core::RangeWord::kMaxUnits}) {
      core::RangeWord word{200, low, high};
      core::RangeWord again = core::RangeWord::unpack(word.pack());
      EXPECT_EQ(again.epoch, 200);
      EXPECT_EQ(again.low, low);
      EXPECT_EQ(again.high, high);
      EXPECT_EQ(again.empty(), low >= high);
    }
  }
}

}  // namespace
}  // namespace limpid::testing
