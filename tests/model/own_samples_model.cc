// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread's handler leaves for the sampler: in order, whole, and never written over before it is read.
#include <stdlib.h>

#include "model.h"
#include "sample/own_samples.h"

namespace limpid::recorder {
namespace {

using model::Execution;
using model::holds;
using model::require;

// Two numbers at most; the second one may be left out.
struct Found {
  uint64_t number;
  uint64_t twice;
};
constexpr uint64_t kFound = 5;

// Room for two whole ones and a little, so that the end of the ring comes, with room and without.
using Ring = OwnSamples<Found, 64>;

bool leave(Ring* ring, uint64_t number) {
  Found* found = ring->begin();
  if (found == nullptr) return false;
  found->number = number;
  found->twice = 2 * number;
  const bool whole = number % 2 == 0;
  ring->finish(whole ? sizeof *found : sizeof found->number);
  return true;
}

TEST(OwnSamplesModel, WhatIsFoundIsReadWholeAndInOrder) {
  EXPECT_TRUE(holds([](Execution& run) {
    Ring ring;
    require(ring.create(), "a ring");
    uint64_t left = 0, read = 0;
    run.thread([&] {
      for (uint64_t number = 1; number <= kFound; sync::yield()) {
        if (!leave(&ring, number)) continue;
        left = number++;
      }
    });
    run.thread([&] {
      for (; read < kFound; sync::yield()) {
        const Found* found = ring.oldest();
        if (found == nullptr) continue;
        require(found->number == ++read, "the next one");
        if (read % 2 == 0) require(found->twice == 2 * read, "all of it");
        ring.done();
      }
    });
    run.run();
    require(left == kFound && ring.oldest() == nullptr, "all, and nothing else");
    ring.destroy();
  }));
}

// What is begun and not finished was not there.
TEST(OwnSamplesModel, AnAbandonedOneIsWrittenOver) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Ring ring;
        require(ring.create(), "a ring");
        run.thread([&] {
          ring.begin()->number = 7;
          require(leave(&ring, 2), "room");
        });
        run.run();
        require(ring.oldest()->number == 2, "the finished one");
        ring.done();
        require(ring.oldest() == nullptr, "no other");
        ring.destroy();
      },
      {100, 100}));
}

}  // namespace
}  // namespace limpid::recorder
