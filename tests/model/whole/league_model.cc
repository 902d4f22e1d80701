// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: a league of teams, which run concurrently on idle threads. On one processor they take
// turns, and the scenarios test little.
#include "core/device/league.h"

#include "platform/clock.h"
#include "whole/focus.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// Takes so long that helpers are called again for the next league.
void take_time() {
  for (int microseconds = 0; microseconds < 10; ++microseconds) platform::monotonic_ns();
}

void run_league(Thread& self, uint32_t teams, const std::function<void(Thread&)>& body) {
  core::run_league(
      self, {teams, teams},
      [](void* data) { (*static_cast<const std::function<void(Thread&)>*>(data))(this_thread()); },
      const_cast<std::function<void(Thread&)>*>(&body));
}

// Each team runs once, and its writes are visible after the league. The helpers exist already, or start for
// it.
model::Scenario one_league(uint32_t teams, bool helpers_are_there) {
  return [=](Execution& run) {
    Plain<int> before;
    Plain<int> done[3];
    program(run, [&](Thread& self) {
      run.stray(false);
      if (helpers_are_there) parallel(self, 2, [](Thread&) {});
      before.set(7);
      run.stray(true);
      run_league(self, teams, [&](Thread& member) {
        require(before.get() == 7, "what came before the league");
        Plain<int>& mine = done[member.team->league.team_number];
        mine.set(mine.get() + 1);
      });
      for (uint32_t team = 0; team < teams; ++team) require(done[team].get() == 1, "each team once");
      run.stray(false);
    });
  };
}

TEST(LeagueModel, OfTwoTeams) {
  EXPECT_TRUE(holds(one_league(2, true), kWholeBounds));
}

TEST(LeagueModel, OfThreeTeams) {
  EXPECT_TRUE(holds(one_league(3, true), kWholeBounds));
}

TEST(LeagueModel, WithHelpersThatIsNew) {
  EXPECT_TRUE(holds(one_league(2, false), kWholeBounds));
}

// A member that has seen the first league takes a team of the second one.
TEST(LeagueModel, TwoInARow) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> before;
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          run.stray(false);
          parallel(self, 2, [](Thread&) {});
          run.stray(true);
          for (int round = 1; round <= 2; ++round) {
            before.set(round);
            run_league(self, 2, [&](Thread& member) {
              take_time();
              done[member.team->league.team_number].set(before.get());
            });
            require(done[0].get() == round && done[1].get() == round, "the teams' results");
          }
          run.stray(false);
        });
      },
      kWholeBounds));
}

// A league, a region of the same threads, and a league again.
TEST(LeagueModel, BetweenRegions) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2];
        program(run, [&](Thread& self) {
          run.stray(false);
          parallel(self, 2, [](Thread&) {});
          run.stray(true);
          for (int round = 1; round <= 2; ++round) {
            run_league(self, 2,
                       [&](Thread& member) { done[member.team->league.team_number].set(2 * round - 1); });
            require(done[0].get() == 2 * round - 1 && done[1].get() == 2 * round - 1, "the teams' results");
            parallel(self, 2, [&](Thread& member) { done[member.index].set(2 * round); });
            require(done[0].get() == 2 * round && done[1].get() == 2 * round, "the region's results");
          }
          run.stray(false);
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
