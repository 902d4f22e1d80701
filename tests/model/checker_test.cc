// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the checker itself: outcomes that the memory model allows are found, forbidden ones are not.
#include <sync/atomic.h>

#include "model.h"

namespace {

using limpid::sync::Atomic;
using model::Execution;
using model::holds;
using model::require;
using Order = std::memory_order;

constexpr Order relaxed = Order::relaxed, acquire = Order::acquire, release = Order::release,
                seq_cst = Order::seq_cst;

// Store buffering: each thread stores to one word and loads the other. Both loads may return the old values,
// unless all accesses are seq_cst.
model::Scenario store_buffering(Order store, Order load) {
  return [=](Execution& run) {
    Atomic<int> x{0}, y{0};
    int seen_x = 1, seen_y = 1;
    run.thread([&] { x.store(1, store), seen_y = y.load(load); });
    run.thread([&] { y.store(1, store), seen_x = x.load(load); });
    run.run();
    require(seen_x != 0 || seen_y != 0, "both missed the other's store");
  };
}

TEST(Checker, StoreBuffering) {
  EXPECT_TRUE(holds(store_buffering(seq_cst, seq_cst)));
  EXPECT_FALSE(holds(store_buffering(release, acquire)));
  EXPECT_FALSE(holds(store_buffering(seq_cst, acquire)));
  EXPECT_FALSE(holds(store_buffering(release, seq_cst)));
}

// A scenario may restrict itself to the simplest execution up to some point, or from there on.
TEST(Checker, StraysWhereItIsTold) {
  const auto store_buffering_that_strays = [](bool strays) {
    return [=](Execution& run) {
      run.stray(false);
      Atomic<int> x{0}, y{0};
      int seen_x = 1, seen_y = 1;
      run.thread([&] {
        run.stray(strays);
        x.store(1, relaxed), seen_y = y.load(relaxed);
      });
      run.thread([&] { y.store(1, relaxed), seen_x = x.load(relaxed); });
      run.run();
      require(seen_x != 0 || seen_y != 0, "both missed the other's store");
    };
  };
  EXPECT_TRUE(holds(store_buffering_that_strays(false)));
  EXPECT_FALSE(holds(store_buffering_that_strays(true)));
}

// With read-modify-writes of one word in between, the second of the two threads sees the first.
TEST(Checker, StoreBufferingThroughOneWord) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<int> x{0}, y{0}, between{0};
    int seen_x = 1, seen_y = 1;
    run.thread([&] { x.store(1, relaxed), between.fetch_add(1, Order::acq_rel), seen_y = y.load(relaxed); });
    run.thread([&] { y.store(1, relaxed), between.fetch_add(1, Order::acq_rel), seen_x = x.load(relaxed); });
    run.run();
    require(seen_x != 0 || seen_y != 0, "both missed the other's store");
  }));
}

// Message passing: a message, and the flag that publishes it.
model::Scenario message_passing(Order store, Order load) {
  return [=](Execution& run) {
    model::Plain<int> message;
    Atomic<bool> ready{false};
    run.thread([&] {
      message.set(7);
      ready.store(true, store);
    });
    run.thread([&] {
      if (ready.load(load)) require(message.get() == 7, "the message was not seen");
    });
    run.run();
  };
}

TEST(Checker, MessagePassing) {
  EXPECT_TRUE(holds(message_passing(release, acquire)));
  EXPECT_FALSE(holds(message_passing(relaxed, acquire)));
  EXPECT_FALSE(holds(message_passing(release, relaxed)));
}

// Release sequence: a read-modify-write by a third thread passes the message on, a store does not.
TEST(Checker, ReleaseSequence) {
  const auto through = [](bool modify) {
    return [=](Execution& run) {
      model::Plain<int> message;
      Atomic<int> flag{0};
      run.thread([&] {
        message.set(7);
        flag.store(1, release);
      });
      run.thread([&] {
        if (modify)
          flag.fetch_add(2, relaxed);
        else if (flag.load(relaxed) == 1)
          flag.store(3, relaxed);
      });
      run.thread([&] {
        if (flag.load(acquire) == 3) require(message.get() == 7, "the message was not seen");
      });
      run.run();
    };
  };
  EXPECT_TRUE(holds(through(true)));
  EXPECT_FALSE(holds(through(false)));
}

// Two readers agree on the order of two independent writes only if all accesses are seq_cst.
model::Scenario independent_reads(Order load) {
  return [=](Execution& run) {
    Atomic<int> x{0}, y{0};
    int first[2] = {}, second[2] = {};
    run.thread([&] { x.store(1, seq_cst); });
    run.thread([&] { y.store(1, seq_cst); });
    run.thread([&] { first[0] = x.load(load), second[0] = y.load(load); });
    run.thread([&] { first[1] = y.load(load), second[1] = x.load(load); });
    run.run();
    require(!(first[0] == 1 && second[0] == 0 && first[1] == 1 && second[1] == 0), "the readers disagree");
  };
}

TEST(Checker, IndependentReadsOfIndependentWrites) {
  EXPECT_TRUE(holds(independent_reads(seq_cst)));
  EXPECT_FALSE(holds(independent_reads(acquire)));
}

// Two threads store to both words, in opposite order: the first store of each may come last, unless all are
// seq_cst.
model::Scenario two_words_twice(Order first, Order second) {
  return [=](Execution& run) {
    Atomic<int> x{0}, y{0};
    run.thread([&] { x.store(1, first), y.store(2, second); });
    run.thread([&] { y.store(1, first), x.store(2, second); });
    run.run();
    require(x.load(relaxed) != 1 || y.load(relaxed) != 1, "both first stores came last");
  };
}

TEST(Checker, TwoStoresToTwoWords) {
  EXPECT_TRUE(holds(two_words_twice(seq_cst, seq_cst)));
  EXPECT_FALSE(holds(two_words_twice(release, release)));
  EXPECT_FALSE(holds(two_words_twice(seq_cst, release)));
  EXPECT_FALSE(holds(two_words_twice(relaxed, seq_cst)));
}

// A thread that does not see the other's second store may have stored before its first one, unless all
// accesses are seq_cst.
model::Scenario store_that_comes_too_late(Order store, Order load) {
  return [=](Execution& run) {
    Atomic<int> x{0}, y{0};
    int seen_x = 1;
    run.thread([&] { x.store(1, store), y.store(1, store); });
    run.thread([&] { y.store(2, store), seen_x = x.load(load); });
    run.run();
    require(seen_x == 1 || y.load(relaxed) == 1, "the store came last, and the load did not");
  };
}

TEST(Checker, AStoreAndALoadAgainstTwoStores) {
  EXPECT_TRUE(holds(store_that_comes_too_late(seq_cst, seq_cst)));
  EXPECT_FALSE(holds(store_that_comes_too_late(release, seq_cst)));
  EXPECT_FALSE(holds(store_that_comes_too_late(seq_cst, acquire)));
}

// A store comes after all that its thread knows of the word, and never between a read-modify-write and what
// that read.
TEST(Checker, AStoreComesAfterWhatItsThreadKnows) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<int> x{0};
    run.thread([&] { x.store(1, relaxed); });
    run.thread([&] {
      if (x.load(relaxed) == 1) {
        x.store(2, relaxed);
        require(x.load(relaxed) == 2, "its own store");
      }
    });
    run.run();
    require(x.load(relaxed) != 0, "the stores");
  }));
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<int> x{0};
    int before = 0;
    run.thread([&] { before = x.fetch_add(1, relaxed); });
    run.thread([&] { x.store(4, relaxed); });
    run.run();
    const int after = x.load(relaxed);
    require(before == 0 ? after == 4 : after == 5, "one after the other");
  }));
}

TEST(Checker, AWordIsNeverReadBackwards) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<int> x{0};
    run.thread([&] { x.store(1, relaxed), x.store(2, relaxed); });
    run.thread([&] {
      const int before = x.load(relaxed);
      require(x.load(relaxed) >= before, "an older value after a newer one");
    });
    run.run();
  }));
}

TEST(Checker, ReadModifyWritesAreNotTornApart) {
  const auto count = [](bool modify) {
    return [=](Execution& run) {
      Atomic<int> x{0};
      const auto add = [&] {
        modify ? void(x.fetch_add(1, relaxed)) : x.store(x.load(relaxed) + 1, relaxed);
      };
      run.thread(add);
      run.thread(add);
      run.run();
      require(x.load(relaxed) == 2, "an addition was lost");
    };
  };
  EXPECT_TRUE(holds(count(true)));
  EXPECT_FALSE(holds(count(false)));
}

TEST(Checker, ASleeperThatNobodyWakesIsFound) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<std::uint32_t> word{0};
    run.thread([&] {
      while (word.load(acquire) == 0) limpid::sync::futex_wait(word, 0);
    });
    run.thread([&] { word.store(1, release), limpid::sync::futex_wake(word, 1); });
    run.run();
  }));
  EXPECT_FALSE(holds([](Execution& run) {
    Atomic<std::uint32_t> word{0};
    run.thread([&] {
      while (word.load(acquire) == 0) limpid::sync::futex_wait(word, 0);
    });
    run.thread([&] { limpid::sync::futex_wake(word, 1), word.store(1, release); });
    run.run();
  }));
}

TEST(Checker, AProcessFenceCompletesBothSides) {
  const auto look = [](bool fence) {
    return [=](Execution& run) {
      Atomic<int> x{0}, y{0};
      int seen_x = 1, seen_y = 1;
      run.thread([&] { x.store(1, relaxed), seen_y = y.load(relaxed); });
      run.thread([&] {
        y.store(1, relaxed);
        if (fence) limpid::sync::process_fence();
        seen_x = x.load(relaxed);
      });
      run.run();
      require(seen_x != 0 || seen_y != 0, "both missed the other's store");
    };
  };
  EXPECT_TRUE(holds(look(true)));
  EXPECT_FALSE(holds(look(false)));
}

TEST(Checker, AThreadThatYieldsForEverLetsOthersRun) {
  EXPECT_TRUE(holds([](Execution& run) {
    Atomic<int> x{0};
    run.thread([&] {
      while (x.load(relaxed) == 0) limpid::sync::yield();
    });
    run.thread([&] { x.store(1, relaxed); });
    run.run();
  }));
}

}  // namespace
