// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread learns from its waits: how long the next one should poll.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "base/check.h"
#include "platform/thread_usage.h"
#include "sync/loss_validity.h"
#include "sync/parting.h"
#include "sync/policy.h"

namespace limpid::sync {

// How long a wait may poll, after its first polls, before it sleeps.
//
// Polling for as long as a sleep and a wake-up take wastes at most as much time as it saves. But the length
// of waits differs between programs, and on some machines polling does not help at all: if the awaited thread
// needs this processor, each poll delays it. So the limit is learned from how waits end: one that ends while
// it polls raises the limit, one that ends in sleep halves it. After many waits that slept but were short
// enough for polling, one wait polls again as a trial; trials become ever rarer if they fail.
//
// Whether the thread has its processor to itself is learned, too. A long gap between two polls shows that the
// thread was not running, and the thread that ran instead is still there. Then sleep is better: the scheduler
// runs a thread that wakes up before one that has computed all the time, but a thread that polls or yields
// waits for its turn, some milliseconds. That holds whether the other threads belong to this team, to another
// team of the process, or to another program. Linux's count of involuntary switches shows such threads also
// where no wait was hit, if they cost much time. A thread that only looks in, as a profiler's does, is gone when
// this one runs again, and says nothing about the next wait.
//
// Units    nanoseconds of CLOCK_MONOTONIC, handed in: nothing here reads a clock.
// Owner    the thread.
class SpinLimit {
 public:
  // A yield of that length has let another thread run.
  static constexpr int64_t kGap = policy::kLostProcessorNs;
  // A gap between two polls that only another thread explains which computes on this processor.
  static constexpr int64_t kTurn = policy::kShortestTurnNs;
  static constexpr int64_t kLongest = policy::kLongestPollingNs;

  [[nodiscard]] int64_t limit() const { return policy::enabled(policy::learned_limit) ? limit_ : kLongest; }

  // Called at the end of a wait that outlasted the spins, `waited` after them. slept: polling did not help.
  void learn(int64_t waited, bool slept) {
    LIMPID_DCHECK(waited >= 0 && limit_ >= 0 && limit_ <= kLongest);
    LIMPID_DCHECK(in_vain_ < until_trial_);  // a count past it would end all trials
    if (!slept) return learn_from_polling(waited);
    limit_ = limit_ / 2 < policy::kShortestPollingNs ? 0 : limit_ / 2;
    if (waited <= kLongest && ++in_vain_ == until_trial_) try_again();
  }

  // Other threads use the processor, as far as known. Cheap: does not expire by itself.
  [[nodiscard]] bool is_shared() const { return shared_until_ != 0; }

  // Polls of a wait before it gives the processor up, while other threads use it.
  [[nodiscard]] uint32_t polls_when_shared() const {
    return takes_turns_ ? policy::kPollsBesideTeams : policy::kPollsWhenShared;
  }

  // is_shared() at the time `now`. Expires after a while, so that it is measured again.
  bool is_shared_at(int64_t now) {
    if (shared_until_ != 0 && (now >= shared_until_ || moves_ != Parting::moves())) shared_until_ = 0;
    return shared_until_ != 0;
  }

  // The thread is about to sleep or to yield, and to share a processor with none of the process's threads
  // would be better. True: it has moved to another processor, and polls again as if it had learned nothing.
  bool part(int64_t now) {
    if (!parting_.about_to_wait(now)) return false;
    limit_ = kLongest;
    return true;
  }

  // A wait beside other teams was over when its only yield returned.
  void ended_by_yield(int64_t now) {
    if (parting_.ended_by_yield(now)) limit_ = kLongest;
  }

  // The thread was asleep in a wait for so long.
  void note_sleep(int64_t length) {
    LIMPID_DCHECK(length >= 0);
    slept_ += length;
  }

  // Whether it is time to read the count of involuntary switches.
  [[nodiscard]] bool preemptions_due(int64_t now) const {
    return now - counted_at_ >= policy::kPreemptionsWindowNs;
  }

  // Many preemptions since the last call show that another thread computes on this processor, if they took as long as a
  // turn in the mean, or much of all time. Where the program itself has slept, they seem to have taken longer.
  void note_preemptions(int64_t now, const platform::ThreadUsage& usage) {
    LIMPID_DCHECK(now >= counted_at_);
    const int64_t elapsed = now - counted_at_;
    const int64_t count = usage.preemptions - usage_.preemptions;
    const int64_t lost = elapsed - (usage.ran_ns - usage_.ran_ns) - slept_;
    const bool often = counted_at_ != 0 && count * policy::kRarelyPreemptedNs >= elapsed;
    const bool much = lost >= std::min(count * policy::kShortestTurnNs, elapsed / policy::kLostPart);
    counted_at_ = now;
    usage_ = usage;
    slept_ = 0;
    if (often && much) share_until(std::max(shared_until_, now + policy::kPreemptedValidityNs));
  }

  // A team with more threads than processors yields instead of polling, as long as yields return soon: then
  // the thread that runs meanwhile is an awaited member. A thread that yields to other threads gets its turn
  // long after one that sleeps.
  void note_yield(bool late) {
    if (late)
      late_yields_ = std::min(late_yields_ + policy::kLateYield, policy::kTooManyLate + policy::kLateYield);
    else if (late_yields_ > 0)
      --late_yields_;
    LIMPID_DCHECK(late_yields_ >= 0 && late_yields_ <= policy::kTooManyLate + policy::kLateYield);
  }

  // Whether the next wait may yield. Not if two yields within kLateYield waits were late; yields are then
  // tried again after about as many waits.
  bool may_yield() {
    if (late_yields_ < policy::kTooManyLate) return true;
    --late_yields_;
    return false;
  }

  // Called at the end of a wait of a crowded team, `waited` after its first polls.
  void note_length(int64_t waited) {
    LIMPID_DCHECK(waited >= 0);
    mean_wait_ += (std::min(waited, kLongest) - mean_wait_) / policy::kWaitsInMean;
    LIMPID_DCHECK(mean_wait_ >= 0 && mean_wait_ <= kLongest);
  }

  // Whether the last such waits were for members that computed, and not for ones that waited or slept themselves.
  [[nodiscard]] bool waits_are_long() const { return mean_wait_ >= policy::kLongWaitNs; }

  // Another user thread's team uses the processor in turn with the thread's team.
  void share_with_team(int64_t now) {
    share_until(std::max(shared_until_, now + policy::kBesideTeamsNs));
    takes_turns_ = true;
  }

  // The thread was not running for `gap` just before `now`. Each such detection costs that much, so the
  // result holds policy::kLossValidity times as long, and longer if it is confirmed soon after.
  void lost_processor(int64_t now, int64_t gap) {
    LIMPID_DCHECK(gap > 0 && now >= last_loss_);
    shared_for_ = loss_validity(now - last_loss_, shared_for_, policy::kLossValidity * gap);
    last_loss_ = now;
    share_until(now + shared_for_);
  }

  // A wait of a crowded team was over while another program had the processor (ProcessorTurns).
  void lost_turn() { turns_kept_ = 0; }
  // A wait of a crowded team has ended without that.
  void kept_turn() {
    if (turns_kept_ < policy::kManyTurns) ++turns_kept_;
  }
  // Whether the next such wait should look. After a loss all do, until many have lost none.
  bool looks_for_turn() {
    LIMPID_DCHECK(turns_kept_ <= policy::kManyTurns);
    return turns_kept_ < policy::kManyTurns || ++unlooked_ % policy::kRareLook == 0;
  }

 private:
  void share_until(int64_t time) {
    shared_until_ = time;
    moves_ = Parting::moves();
    takes_turns_ = false;
  }

  void learn_from_polling(int64_t waited) {
    limit_ = std::clamp(2 * waited, limit_, kLongest);
    in_vain_ = 0;
    until_trial_ = policy::kFirstTrial;
  }

  void try_again() {
    limit_ = kLongest;
    in_vain_ = 0;
    until_trial_ = std::min(2 * until_trial_, policy::kRarestTrial);
  }

  int64_t limit_ = kLongest;
  uint32_t in_vain_ = 0;  // short waits that slept, since the last trial
  uint32_t until_trial_ = policy::kFirstTrial;
  int64_t shared_until_ = 0;  // 0: no other thread uses the processor, as far as known
  int64_t shared_for_ = 0;
  bool takes_turns_ = false;  // those are the teams of other user threads
  int64_t last_loss_ = 0;
  int64_t counted_at_ = 0;  // when usage_ was read
  platform::ThreadUsage usage_;
  int64_t slept_ = 0;   // since then
  uint32_t moves_ = 0;  // of all threads, when shared_until_ was learned
  Parting parting_;
  uint32_t turns_kept_ = 0;  // waits since the last loss, up to kManyTurns
  uint32_t unlooked_ = 0;
  int64_t mean_wait_ = 0;    // of the last waits of crowded teams; newer ones count more
  int32_t late_yields_ = 0;  // grows by kLateYield with each late yield, shrinks by one with each other
};

// The times of the polls in one wait.
class PollTimes {
 public:
  // The time since the last poll; 0: there was none since the wait began or the thread slept.
  int64_t note_poll(int64_t now) {
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
