// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that wait in turn on one processor: they end up on different ones, and one that need not move stays.
#include "sync/parting.h"

#include "model.h"
#include "platform/affinity.h"
#include "platform/processor.h"
#include "sync/policy.h"

namespace limpid::platform {
namespace {

constexpr uint32_t kProcessors = 3;

uint32_t* g_processor = nullptr;  // of the running thread

}  // namespace

uint32_t current_processor() {
  return *g_processor;
}

bool affinity_of_this_thread(CpuSet& result) {
  for (uint32_t processor = 0; processor < kProcessors; ++processor) result.add(processor);
  return true;
}

// As in Linux: a thread that is on one of the processors already does not move.
bool bind_this_thread(const CpuSet& processors) {
  if (!processors.has(*g_processor)) *g_processor = processors.next(0);
  return true;
}

}  // namespace limpid::platform

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::require;

constexpr int64_t kNow = 1'000'000'000;

// The threads of a team, which all begin on one processor.
struct Team {
  Parting partings[3];
  uint32_t processors[3] = {};
  int moved[3] = {};

  explicit Team(Execution& run) {
    run.keep_for_each_thread(reinterpret_cast<void**>(&platform::g_processor));
    // What the last execution has left is long ago.
    platform::g_processor = &processors[0];
  }
  void wait(int thread, int64_t now) {
    platform::g_processor = &processors[thread];
    moved[thread] += partings[thread].about_to_wait(now) ? 1 : 0;
  }
  void yield(int thread, int64_t now) {
    platform::g_processor = &processors[thread];
    moved[thread] += partings[thread].ended_by_yield(now) ? 1 : 0;
  }
  void yield_until_next_moves(int thread, int64_t now) {
    for (uint32_t wait = 1; wait < policy::kYieldsInRow; ++wait) yield(thread, now);
  }
};

int64_t g_launch = 0;  // notes of earlier executions are out of date

int64_t start() {
  return g_launch += 10 * kNow;
}

TEST(PartingModel, OfTwoThatFindEachOtherOneMoves) {
  EXPECT_TRUE(holds([](Execution& run) {
    const int64_t now = start();
    Team team(run);
    for (int thread = 0; thread < 2; ++thread)
      run.thread([&team, thread, now] {
        team.wait(thread, now);
        team.wait(thread, now);
      });
    run.run();
    require(team.moved[0] + team.moved[1] <= 1, "one moves");
    for (int thread = 0; thread < 2; ++thread) team.wait(thread, now + 1'000'000);
    require(team.moved[0] + team.moved[1] == 1, "one has moved");
    require(team.processors[0] != team.processors[1], "they are apart");
  }));
}

TEST(PartingModel, AThirdGoesWhereNobodyWaits) {
  EXPECT_TRUE(holds([](Execution& run) {
    const int64_t now = start();
    Team team(run);
    for (int thread = 0; thread < 3; ++thread) run.thread([&team, thread, now] { team.wait(thread, now); });
    run.run();
    for (int turn = 1; turn < 5; ++turn)
      for (int thread = 0; thread < 3; ++thread) team.wait(thread, now + turn * 1'000'000);
    require(team.processors[0] != team.processors[1] && team.processors[0] != team.processors[2] &&
                team.processors[1] != team.processors[2],
            "all are apart");
  }));
}

// Both find by their yields that they share a processor, at the same time.
TEST(PartingModel, OfTwoThatWaitByYieldsOneMoves) {
  EXPECT_TRUE(holds([](Execution& run) {
    const int64_t now = start();
    Team team(run);
    for (int thread = 0; thread < 2; ++thread) team.yield_until_next_moves(thread, now);
    for (int thread = 0; thread < 2; ++thread) run.thread([&team, thread, now] { team.yield(thread, now); });
    run.run();
    require(team.moved[0] + team.moved[1] == 1, "one moves");
    require(team.processors[0] != team.processors[1], "they are apart");
  }));
}

}  // namespace
}  // namespace limpid::sync
