// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words that count tasks and teams: pending children, idle members, the teams of a league.
#include "core/data/id_block.h"
#include "core/data/idle_count.h"
#include "core/data/pending.h"
#include "core/data/waiting_teams.h"
#include "model.h"
#include "sync/gate.h"
#include "sync/parker.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;
using sync::Atomic;

// ---- IdBlock ----

TEST(IdModel, NoTwoThreadsHaveOneId) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<uint64_t> source{1};
    uint64_t ids[2] = {};
    for (uint64_t& id : ids)
      run.thread([&] {
        IdBlock block;
        id = block.next(source);
        require(block.next(source) == id + 1, "they count up");
      });
    run.run();
    require(ids[0] != 0 && ids[1] != 0 && ids[0] / policy::kIdsPerBlock != ids[1] / policy::kIdsPerBlock,
            "each thread has a block of its own");
  }));
}

// ---- PendingCount ----

using Outcome = PendingCount::Outcome;

// A parent sleeps until children that run on other threads have finished, and sees what they wrote.
TEST(PendingModel, TheLastChildWakesTheParent) {
  EXPECT_TRUE(holds([](Execution& run) {
    PendingCount children;
    sync::Parker parker;
    Plain<int> results[2];
    children.add_here();
    children.add_here();
    run.thread([&] {
      while (children.left() != 0) {
        children.begin_sleep();
        parker.sleep_unless([&] { return children.finished_in_sleep(); });
        children.end_sleep();
      }
      require(results[0].get() == 1 && results[1].get() == 1, "the children's results");
    });
    for (Plain<int>& result : results)
      run.thread([&] {
        result.set(1);
        if (children.finish_elsewhere() == Outcome::wake_owner) parker.notify();
      });
    run.run();
  }));
}

// The parent finishes one child itself, another thread finishes the other.
TEST(PendingModel, ChildrenHereAndElsewhere) {
  EXPECT_TRUE(holds([](Execution& run) {
    PendingCount children;
    sync::Parker parker;
    run.thread([&] {
      children.finish_here();
      while (children.left() != 0) {
        children.begin_sleep();
        parker.sleep_unless([&] { return children.finished_in_sleep(); });
        children.end_sleep();
      }
      require(children.left() == 0, "nothing is left");
    });
    run.thread([&] {
      if (children.finish_elsewhere() == Outcome::wake_owner) parker.notify();
    });
    children.add_here();
    children.add_here();
    run.run();
  }));
}

// The owner leaves: exactly one thread is the last, and it sees what the others wrote.
TEST(PendingModel, ExactlyOneIsTheLast) {
  EXPECT_TRUE(holds([](Execution& run) {
    PendingCount children;
    Plain<int> results[3];
    int last = 0;
    const auto be_last = [&] {
      ++last;
      for (Plain<int>& result : results) require(result.get() == 1, "what the others wrote");
    };
    children.add_here();
    children.add_here();
    run.thread([&] {
      results[0].set(1);
      if (children.leave()) be_last();
    });
    for (int child = 1; child < 3; ++child)
      run.thread([&, child] {
        results[child].set(1);
        if (children.finish_elsewhere() == Outcome::last) be_last();
      });
    run.run();
    require(last == 1, "one is the last");
  }));
}

// ---- IdleCount ----

// Members sleep at a gate until there is a task. A pusher wakes one if none is waking up already, as
// wake_for() in core/task/queue/ready.cc does. A member that wakes up wakes another if it finds more tasks than it
// takes.
struct Pool {
  IdleCount idle;
  sync::Gate gate;
  Atomic<int> tasks{0};
  Atomic<int> done{0};

  bool visible() const { return tasks.load(std::memory_order_seq_cst) > 0; }
  bool take() {
    int seen = tasks.load(std::memory_order_seq_cst);
    return seen > 0 && tasks.compare_exchange_strong(seen, seen - 1, std::memory_order_seq_cst);
  }
  void wake_one() {
    if (!idle.claim() || gate.wake_one()) return;
    idle.unclaim();
    gate.wake_one();
  }
  void push() {
    tasks.fetch_add(1, std::memory_order_seq_cst);
    wake_one();
  }
  // The pusher computes until another one has run its task, although it wakes nobody while one keeps the watch.
  void push_and_compute() {
    tasks.fetch_add(1, std::memory_order_seq_cst);
    if (!idle.is_watched()) wake_one();
    while (done.load(std::memory_order_seq_cst) == 0) sync::yield();
  }
  // Keeps the watch so often at most.
  void serve(int all, int watches = 0) {
    while (done.load(std::memory_order_seq_cst) != all) {
      if (take()) {
        if (visible()) wake_one();
        if (done.fetch_add(1, std::memory_order_seq_cst) + 1 == all) gate.wake_all();
        continue;
      }
      const auto condition = [&] { return visible() || done.load(std::memory_order_seq_cst) == all; };
      idle.begin();
      if (watches > 0 && idle.begin_watch()) {
        --watches;
        gate.sleep_unless_for(1, condition);
        idle.end_watch();
      } else {
        gate.sleep_unless(condition);
        idle.end();
      }
    }
  }
};

TEST(IdleModel, NoTaskIsLeftWhileAllSleep) {
  EXPECT_TRUE(holds([](Execution& run) {
    Pool pool;
    run.thread([&] { pool.serve(2); });
    run.thread([&] { pool.serve(2); });
    run.thread([&] {
      pool.push();
      pool.push();
    });
    run.run();
  }));
}

// A pusher that sees the claim of another one relies on it and wakes nobody. But that one may have found that no
// member sleeps yet.
TEST(IdleModel, APusherReliesOnAClaimInVain) {
  EXPECT_TRUE(holds([](Execution& run) {
    Pool pool;
    run.thread([&] { pool.serve(2); });
    run.thread([&] { pool.push(); });
    run.thread([&] {
      if (pool.take()) pool.done.fetch_add(1, std::memory_order_seq_cst);
      pool.push();
    });
    run.run();
  }));
}

// The watch may end, and another member sleep, at any moment.
TEST(IdleModel, ATaskForWhichNobodyIsWokenIsFound) {
  EXPECT_TRUE(holds([](Execution& run) {
    Pool pool;
    run.thread([&] { pool.serve(1, 1); });
    run.thread([&] { pool.serve(1, 1); });
    run.thread([&] { pool.push_and_compute(); });
    run.run();
  }));
}

// ---- WaitingTeams ----

// A leader offers the teams of a league, runs those that no member takes, and waits for the rest.
TEST(LeagueModel, EachTeamRunsOnceAndTheLeaderSeesItsResult) {
  EXPECT_TRUE(holds([](Execution& run) {
    constexpr uint32_t kTeams = 2;
    WaitingTeams waiting;
    sync::Parker leader;
    sync::Parker member;
    Plain<int> league;
    Plain<int> results[kTeams];
    Atomic<bool> over{false};
    const auto run_team = [&](uint32_t left) {
      Plain<int>& result = results[kTeams - left];
      require(result.get() == 0, "each team runs once");
      result.set(league.get());
    };
    run.thread([&] {
      league.set(7);
      waiting.offer(*reinterpret_cast<const LeagueRun*>(&league), nullptr, kTeams, 2);
      if (member.parked()) member.notify();
      while (const uint32_t left = waiting.take()) run_team(left);
      const auto ended = [&] { return waiting.all_ended(); };
      while (!ended()) leader.sleep_unless(ended);
      for (Plain<int>& result : results) require(result.get() == 7, "the teams' results");
      over.store(true, std::memory_order_seq_cst);
      member.notify();
    });
    run.thread([&] {
      const auto news = [&] { return waiting.want(1) || over.load(std::memory_order_seq_cst); };
      while (!over.load(std::memory_order_seq_cst)) {
        while (!news()) member.sleep_unless(news);
        uint32_t left = waiting.come_and_take();
        if (left == 0) continue;
        require(&waiting.run() == reinterpret_cast<const LeagueRun*>(&league), "the league");
        for (; left != 0; left = waiting.take()) run_team(left);
        if (waiting.leave() && leader.parked()) leader.notify();
      }
    });
    run.run();
  }));
}

}  // namespace
}  // namespace limpid::core
