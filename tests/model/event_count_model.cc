// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sleep protocol: no wake-up is lost, and a woken thread sees what was written before its condition.
#include "sync/event_count.h"

#include "model.h"
#include "sync/bell.h"
#include "sync/gate.h"
#include "sync/parker.h"

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

constexpr auto relaxed = std::memory_order_relaxed;

// ---- Parker ----

TEST(ParkerModel, ANotifiedOwnerSeesTheChange) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parker;
    Atomic<bool> done{false};
    run.thread([&] {
      const auto condition = [&] { return done.load(relaxed); };
      while (!condition()) parker.sleep_unless(condition);
    });
    run.thread([&] {
      done.store(true, relaxed);
      parker.notify();
    });
    run.run();
  }));
}

// Two notifiers, each with its own condition: neither relies on the other to wake the owner.
TEST(ParkerModel, TwoNotifiers) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parker;
    Atomic<bool> done[2] = {{false}, {false}};
    run.thread([&] {
      const auto condition = [&] { return done[0].load(relaxed) && done[1].load(relaxed); };
      while (!condition()) parker.sleep_unless(condition);
    });
    for (Atomic<bool>& mine : done)
      run.thread([&] {
        mine.store(true, relaxed);
        parker.notify();
      });
    run.run();
  }));
}

// If the condition is set by a seq_cst read-modify-write, one load of the parker suffices.
TEST(ParkerModel, AfterASeqCstChangeALoadSuffices) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parker;
    Atomic<int> missing{2};
    run.thread([&] {
      const auto condition = [&] { return missing.load(std::memory_order_seq_cst) == 0; };
      while (!condition()) parker.sleep_unless(condition);
    });
    for (int thread = 0; thread < 2; ++thread)
      run.thread([&] {
        if (missing.fetch_sub(1, std::memory_order_seq_cst) == 1 && parker.parked()) parker.notify();
      });
    run.run();
  }));
}

// A command comes with plain data. The sender may write the next one once the owner has answered.
TEST(ParkerModel, ACommandComesWithItsText) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parker;
    Plain<int> text;
    Atomic<int> answered{0};
    run.thread([&] {
      for (uint16_t seen = 0; seen < 2; ++seen) {
        const auto ordered = [&] { return parker.commands() != seen; };
        while (!ordered()) parker.sleep_unless(ordered);
        require(text.get() == seen + 1, "the order's text");
        answered.store(seen + 1, std::memory_order_release);
      }
    });
    run.thread([&] {
      for (int order = 1; order <= 2; ++order) {
        text.set(order);
        {
          SleeperChain sleepers;
          if (parker.add_command()) sleepers.add(parker);
        }
        if (order == 2) return;
        while (answered.load(std::memory_order_acquire) != order) relax();
      }
    });
    run.run();
  }));
}

// Sleepers that are moved to the first one's futex wake up with it, also if another thread notifies one of
// them meanwhile.
TEST(ParkerModel, AChainWakesAllOfItsSleepers) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parkers[2];
    for (Parker& parker : parkers)
      run.thread([&] {
        const auto ordered = [&] { return parker.commands() != 0; };
        while (!ordered()) parker.sleep_unless(ordered);
      });
    run.thread([&] {
      SleeperChain sleepers;
      for (Parker& parker : parkers)
        if (parker.add_command()) sleepers.add(parker);
    });
    run.thread([&] { parkers[0].notify(); });
    run.run();
  }));
}

TEST(ParkerModel, AChainOfWakesLosesNone) {
  EXPECT_TRUE(holds([](Execution& run) {
    Parker parkers[2];
    Atomic<bool> done{false};
    for (Parker& parker : parkers)
      run.thread([&] {
        const auto condition = [&] { return done.load(std::memory_order_seq_cst); };
        while (!condition()) parker.sleep_unless(condition);
      });
    run.thread([&] {
      done.store(true, std::memory_order_seq_cst);
      SleeperChain sleepers;
      for (Parker& parker : parkers)
        if (parker.parked() && parker.add_wake()) sleepers.add(parker);
    });
    run.run();
  }));
}

// ---- Gate ----

TEST(GateModel, AllPassAndSeeWhatTheOpenerSaw) {
  EXPECT_TRUE(holds([](Execution& run) {
    Gate gate;
    Plain<int> before;
    for (int waiter = 0; waiter < 2; ++waiter)
      run.thread([&] {
        const auto passed = [&] { return gate.passed(0); };
        while (!passed()) gate.sleep_unless(passed);
        require(before.get() == 7, "what came before the opening");
      });
    run.thread([&] {
      before.set(7);
      gate.open();
    });
    run.run();
  }));
}

// Two generations in turn: the first opening does not let a waiter of the second pass.
TEST(GateModel, TwoGenerations) {
  EXPECT_TRUE(holds([](Execution& run) {
    Gate gate;
    Atomic<int> missing[2] = {{2}, {2}};
    for (int member = 0; member < 2; ++member)
      run.thread([&] {
        for (uint16_t generation = 0; generation < 2; ++generation) {
          if (missing[generation].fetch_sub(1, std::memory_order_acq_rel) == 1) {
            gate.open();
            continue;
          }
          const auto passed = [&] { return gate.passed(generation); };
          while (!passed()) gate.sleep_unless(passed);
        }
      });
    run.run();
  }));
}

// A condition for all waiters, without an opening: a waiter that was about to sleep sees it, whatever a third
// thread does that arrives and leaves in between.
TEST(GateModel, AWakeForAllReachesAll) {
  EXPECT_TRUE(holds([](Execution& run) {
    Gate gate;
    Atomic<bool> cancelled{false};
    for (int waiter = 0; waiter < 2; ++waiter)
      run.thread([&] {
        const auto done = [&] { return cancelled.load(std::memory_order_acquire); };
        while (!done()) gate.sleep_unless(done);
      });
    run.thread([&] {
      cancelled.store(true, std::memory_order_release);
      gate.wake_all();
    });
    run.run();
  }));
}

// One posted sleeper takes one item; the posts together wake as many sleepers as there are items.
TEST(GateModel, EachPostWakesASleeperThatIsThere) {
  EXPECT_TRUE(holds([](Execution& run) {
    Gate gate;
    Atomic<int> items{0};
    run.thread([&] {
      const auto take = [&] {
        int seen = items.load(std::memory_order_seq_cst);
        return seen > 0 && items.compare_exchange_strong(seen, seen - 1, std::memory_order_seq_cst);
      };
      const auto condition = [&] { return items.load(std::memory_order_seq_cst) > 0; };
      for (int taken = 0; taken < 2;) take() ? void(++taken) : gate.sleep_unless(condition);
    });
    for (int pusher = 0; pusher < 2; ++pusher)
      run.thread([&] {
        items.fetch_add(1, std::memory_order_seq_cst);
        gate.wake_one();
      });
    run.run();
  }));
}

// ---- Bell ----

TEST(BellModel, ARingerWithASeqCstChangeWakesAll) {
  EXPECT_TRUE(holds([](Execution& run) {
    Bell bell;
    Atomic<bool> ready{false};
    for (int sleeper = 0; sleeper < 2; ++sleeper)
      run.thread([&] {
        const auto done = [&] { return ready.load(std::memory_order_seq_cst); };
        while (!done()) bell.sleep_unless(done, [] {});
      });
    run.thread([&] {
      ready.store(true, std::memory_order_seq_cst);
      bell.ring();
    });
    run.run();
  }));
}

// A ringer that stores without a fence, as doacross does: the sleeper's process fence serves for both.
TEST(BellModel, TheSleepersFenceStandsInForTheRingers) {
  EXPECT_TRUE(holds([](Execution& run) {
    Bell bell;
    Atomic<bool> ready{false};
    run.thread([&] {
      const auto done = [&] { return ready.load(std::memory_order_acquire); };
      while (!done()) bell.sleep_unless(done, [] { process_fence(); });
    });
    run.thread([&] {
      ready.store(true, std::memory_order_release);
      bell.ring();
    });
    run.run();
  }));
}

TEST(BellModel, TwoRingers) {
  EXPECT_TRUE(holds([](Execution& run) {
    Bell bell;
    Atomic<int> left{2};
    run.thread([&] {
      const auto done = [&] { return left.load(std::memory_order_seq_cst) == 0; };
      while (!done()) bell.sleep_unless(done, [] {});
    });
    for (int ringer = 0; ringer < 2; ++ringer)
      run.thread([&] {
        left.fetch_sub(1, std::memory_order_seq_cst);
        bell.ring();
      });
    run.run();
  }));
}

}  // namespace
}  // namespace limpid::sync
