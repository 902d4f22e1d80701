// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/enough_inside.h"

#include <gtest/gtest.h>

#include "core/loop/policy.h"
#include "sync/give_way.h"

namespace limpid {
namespace {

int g_given_way = 0;
core::Workshare* g_loop = nullptr;  // whose next chunk the others take meanwhile

}  // namespace

// In place of the runtime's.
void sync::give_way() {
  ++g_given_way;
  if (g_loop != nullptr) g_loop->next.fetch_add(1);
}

namespace core {
namespace {

constexpr uint64_t kProcessors = 2;

// How often a member gives way that comes when the others have taken so many of 100 chunks.
int times_given_way(Workshare& loop, uint64_t taken) {
  loop.chunks = 100;
  loop.next.store(taken);
  g_given_way = 0;
  let_members_go_on(loop, kProcessors);
  return g_given_way;
}

class EnoughInside : public testing::Test {
 protected:
  EnoughInside() { loop.schedule = Schedule::shared_dynamic; }
  ~EnoughInside() override { g_loop = nullptr; }
  Workshare loop;
};

TEST_F(EnoughInside, AMemberThatFindsAProcessorFreeTakesAChunk) {
  EXPECT_EQ(times_given_way(loop, 0), 0);
  EXPECT_EQ(times_given_way(loop, kProcessors - 1), 0);
}

TEST_F(EnoughInside, OtherwiseItGivesWaySomeTimes) {
  EXPECT_EQ(times_given_way(loop, kProcessors), policy::kEntryYields);
  EXPECT_EQ(times_given_way(loop, 99), policy::kEntryYields);
}

TEST_F(EnoughInside, OnceTheLoopIsDoneItGoesOn) {
  EXPECT_EQ(times_given_way(loop, 100), 0);
  g_loop = &loop;
  EXPECT_EQ(times_given_way(loop, 97), 3);
}

TEST_F(EnoughInside, AMembersOwnChunksAreNobodyElses) {
  loop.schedule = Schedule::static_chunked;
  EXPECT_EQ(times_given_way(loop, kProcessors), 0);
}

}  // namespace
}  // namespace core
}  // namespace limpid
