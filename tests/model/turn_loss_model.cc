// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What threads have learned together of another program's turns: hints that may be missed, and are never wild.
#include "sync/turn_loss.h"

#include "model.h"

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::require;

constexpr int64_t kMs = 1'000'000;

// A loss that is seen is seen with its time; a DCHECK says within which limits.
TEST(TurnLossModel, ALossThatIsSeenIsBelieved) {
  EXPECT_TRUE(holds([](Execution& run) {
    TurnLoss loss;
    run.thread([&] { loss.note(1000 * kMs, 4 * kMs); });
    run.thread([&] {
      if (loss.is_remembered()) require(loss.is_believed_at(1001 * kMs), "it has just been noted");
    });
    run.run();
    require(loss.is_believed_at(1001 * kMs), "nobody has forgotten it");
  }));
}

TEST(TurnLossModel, OfTwoAtOnceOneIsBelieved) {
  EXPECT_TRUE(holds([](Execution& run) {
    TurnLoss loss;
    for (const int64_t now : {1000 * kMs, 1001 * kMs}) run.thread([&loss, now] { loss.note(now, 4 * kMs); });
    run.run();
    require(loss.is_believed_at(1002 * kMs), "one of both");
    require(!loss.is_believed_at(1001 * kMs + policy::kLongestSharedNs), "no longer than the limit");
  }));
}

// A loss may go with the old one that another thread forgets, but the next one is noted.
TEST(TurnLossModel, TheNextLossIsBelieved) {
  EXPECT_TRUE(holds([](Execution& run) {
    TurnLoss loss;
    loss.note(1000 * kMs, 4 * kMs);
    run.thread([&] { (void)loss.is_believed_at(5000 * kMs); });
    run.thread([&] { loss.note(5000 * kMs, 4 * kMs); });
    run.run();
    loss.note(5001 * kMs, 4 * kMs);
    require(loss.is_believed_at(5002 * kMs), "the next one");
  }));
}

}  // namespace
}  // namespace limpid::sync
