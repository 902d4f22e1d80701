// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "sample/random_interval.h"

namespace limpid::recorder {

// A moment at which the sampler looks at every thread.
struct Round {
  uint64_t now_ns = 0;
  uint64_t interval_ns = 0;  // planned, from this round to the next
};

// When rounds are: at random moments of the monotonic clock (see RandomInterval). The sampler's thread alone
// uses it. Tests put a script in its place (tests/recorder/scripted).
class Rounds {
 public:
  // What next() finds in its futex word, and no round comes any more, or the next one at once.
  static constexpr uint32_t kStop = 1, kAtOnce = 2;

  // Rounds begin now; the first is one random distance away.
  void start(uint64_t mean_ns);

  // Sleeps until the next round is due. The distance to the round after it is drawn with the mean `mean_ns`.
  // False if there is none, because `stop`, a futex word, is kStop; it comes before it is due if that is kAtOnce. Who
  // sets it wakes the sampler.
  bool next(const std::atomic<uint32_t>& stop, uint64_t mean_ns, Round* round);

  // The round that is planned shall come as soon as one with this mean would. Their moments stay memoryless.
  void come_sooner(uint64_t mean_ns);

  // Rounds that came so late that the plan was given up.
  uint64_t late() const { return late_; }
  void reset_after_fork() { late_ = 0; }  // in a forked child

 private:
  RandomInterval interval_{1};
  uint64_t due_ns_ = 0;
  uint64_t planned_ns_ = 0;
  uint64_t late_ = 0;
};

}  // namespace limpid::recorder
