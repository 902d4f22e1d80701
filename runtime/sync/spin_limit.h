// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread learns from its waits: how long the next one is worth a processor.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "base/check.h"

namespace limpid::sync {

// How long a wait may poll, after its first polls, before it sleeps.
//
// Polling as long as it takes to go to sleep and to be woken wastes at most as much as it saves. But how long
// waits are differs from program to program, and whether polling helps at all from machine to machine: whom
// we wait for may need our processor, and then each poll only puts off the moment for which it waits. So the
// limit is learned from how waits end: one that ends while it polls raises it, one that ends in sleep halves
// it. Where many waits end in sleep that were short enough to be polled for, the next is polled for again;
// that is tried ever more rarely if it was in vain.
//
// Whether the processor is ours is learned, too. A thread that finds between two looks that much time has
// passed was not running, and whoever ran instead is still there. It had better sleep: who wakes up is put
// before one who has computed all the time, but who polls or gives way waits for its turn, which is some
// milliseconds long. That holds whether the others are threads of this process, of another team in it, or of
// another program. Linux counts how often a thread was made to give up its processor, which tells of them
// also where no wait was hit.
//
// Units    nanoseconds of CLOCK_MONOTONIC, handed in: nothing here looks at a clock.
// Owner    the thread.
class SpinLimit {
 public:
  // A gap between two looks that only another thread on this processor explains.
  static constexpr int64_t kGap = 200'000;
  static constexpr int64_t kShortest = 20'000;
  static constexpr int64_t kLongest = 250'000;
  static constexpr int64_t kBelief = 20;
  static constexpr int64_t kShortestShare = 10'000'000;
  static constexpr int64_t kLongestShare = 2'000'000'000;

  [[nodiscard]] int64_t limit() const { return limit_; }

  // A wait is over that had outlasted the first polls, so much time after them. slept: polling did not help.
  void learn(int64_t waited, bool slept) {
    LIMPID_DCHECK(waited >= 0 && limit_ >= 0 && limit_ <= kLongest);
    LIMPID_DCHECK(in_vain_ < until_trial_);  // counted past it, no trial would come any more
    if (!slept) return learn_from_polling(waited);
    limit_ = limit_ / 2 < kShortest ? 0 : limit_ / 2;
    if (waited <= kLongest && ++in_vain_ == until_trial_) try_again();
  }

  // Others want the processor, as far as known. Cheap: does not notice by itself that this was long ago.
  [[nodiscard]] bool is_shared() const { return shared_until_ != 0; }

  // The same now. Ends by itself after a time, so that it is found out anew.
  bool is_shared_at(int64_t now) {
    if (shared_until_ != 0 && now >= shared_until_) shared_until_ = 0;
    return shared_until_ != 0;
  }

  // Whether it is time to ask how often this thread was made to give up its processor.
  [[nodiscard]] bool asks_for_preemptions(int64_t now) const { return now - asked_ >= kPreemptionsWindow; }

  // So many times since the thread began. Many since the last count are no accident: somebody else computes
  // here.
  void note_preemptions(int64_t now, int64_t count) {
    LIMPID_DCHECK(now >= asked_);
    const bool often = asked_ != 0 && (count - preemptions_) * kRarelyPreempted >= now - asked_;
    asked_ = now;
    preemptions_ = count;
    if (often) shared_until_ = std::max(shared_until_, now + kPreemptedBelief);
  }

  // A team with more threads than processors gives way instead of polling, as long as yields come back soon:
  // who computes meanwhile is a member that is waited for. One that yields to others has its turn long after
  // one that sleeps.
  void gave_way(bool late) {
    if (late)
      late_yields_ = std::min(late_yields_ + kLateYield, kTooManyLate + kLateYield);
    else if (late_yields_ > 0)
      --late_yields_;
    LIMPID_DCHECK(late_yields_ >= 0 && late_yields_ <= kTooManyLate + kLateYield);
  }

  // Whether the next wait may give way. Not if a second yield was late within kLateYield; then the one after
  // so many waits tries again.
  bool yields_pay() {
    if (late_yields_ < kTooManyLate) return true;
    --late_yields_;
    return false;
  }

  // The thread was not running for so long just before now. To find that out costs as much each time, so it
  // is believed for kBelief times as long, and for longer if it is so again soon after.
  void lost_processor(int64_t now, int64_t gap) {
    LIMPID_DCHECK(gap > 0 && now >= last_loss_);
    const bool again = last_loss_ != 0 && now - last_loss_ < 2 * share_;
    share_ = std::clamp(std::max(again ? 2 * share_ : 0, kBelief * gap), kShortestShare, kLongestShare);
    last_loss_ = now;
    shared_until_ = now + share_;
  }

 private:
  static constexpr int64_t kPreemptionsWindow = 50'000'000;
  static constexpr int64_t kRarelyPreempted =
      12'000'000;  // from one to the next, where the processor is ours
  static constexpr int64_t kPreemptedBelief = 100'000'000;
  static constexpr int32_t kLateYield = 32;
  static constexpr int32_t kTooManyLate = 32;
  static constexpr uint32_t kFirstTrial = 8;  // waits that slept
  static constexpr uint32_t kRarestTrial = 512;

  void learn_from_polling(int64_t waited) {
    limit_ = std::clamp(2 * waited, limit_, kLongest);
    in_vain_ = 0;
    until_trial_ = kFirstTrial;
  }

  void try_again() {
    limit_ = kLongest;
    in_vain_ = 0;
    until_trial_ = std::min(2 * until_trial_, kRarestTrial);
  }

  int64_t limit_ = kLongest;
  uint32_t in_vain_ = 0;  // waits that were short and slept all the same
  uint32_t until_trial_ = kFirstTrial;
  int64_t shared_until_ = 0;  // 0: the processor is ours, as far as known
  int64_t share_ = 0;
  int64_t last_loss_ = 0;
  int64_t asked_ = 0;  // when the preemptions were counted
  int64_t preemptions_ = 0;
  int32_t late_yields_ = 0;  // grows by kLateYield with each late one, shrinks by one with each other
};

// The times of the looks in one wait.
class PollTimes {
 public:
  // How long ago the last look was; 0: there was none since the wait began or the thread slept.
  int64_t look(int64_t now) {
    const int64_t gap = last_ == 0 ? 0 : now - last_;
    LIMPID_DCHECK(gap >= 0);  // the clock is monotonic
    last_ = now;
    return gap;
  }
  void sleep() { last_ = 0; }

 private:
  int64_t last_ = 0;
};

}  // namespace limpid::sync
