// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league that wait for a thread to run them.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/relaxed.h"

namespace limpid::core {

struct LeagueRun;
struct Member;
struct Thread;

// Offers the teams of a league to the helpers: the members of the hot team of the encountering thread (the
// leader). An offer is not a command: the leader goes on at once and runs the teams that no helper takes, so
// a short league does not wait for a sleeping helper.
//
// States   word = untaken teams (32 bits) | helpers at work (16 bits) | threads called, including the leader
//          (16 bits). Teams wait only while no region of the hot team is active.
// Orders   [league.offer] the store publishes the league; a helper that takes a team (acquire) may read it
//          until it calls leave(). seq_cst: a helper announces its sleep and then calls want(), the leader
//          offers and then checks for sleepers; one sees the other.
//          [league.leave] release, pairs with all_ended(): what the teams wrote is visible after the league.
//          seq_cst, because the last helper then checks whether the leader sleeps.
class alignas(platform::kCacheLine) WaitingTeams {
 public:
  static constexpr uint32_t kMostHelpers = 0xffff;
  using Help = void (*)(Thread& self, Member& slot);  // what an idle member does that sees an offer

  // The leader offers teams to members [1, helpers), which call `helper`. The first untaken team has number
  // run.size - teams.
  void offer(const LeagueRun& run, Help helper, uint32_t teams, uint32_t helpers) {
    LIMPID_DCHECK(helpers >= 1 && helpers <= kMostHelpers);
    LIMPID_DCHECK(all_ended());  // no helper reads the last league's run_ any more
    run_ = &run;
    help_ = helper;
    word_.store(uint64_t{helpers} << kHelpersShift | teams, std::memory_order_seq_cst);  // [league.offer]
  }

  // Whether there may be a team for this member. A hint: take() decides. Pairs with [league.offer].
  [[nodiscard]] bool want(uint32_t index) const {
    const uint64_t word = word_.load(std::memory_order_seq_cst);
    return untaken(word) != 0 && index < word >> kHelpersShift;
  }

  // For a member after want(), which may be late: the offer may have been taken by now.
  void help(Thread& self, Member& slot) const { static_cast<Help>(help_)(self, slot); }

  // Takes the next team. Returns how many were untaken before, 0: none. For the leader, and for a helper at
  // work.
  uint32_t take() { return take_and_add(0); }
  // The same for a helper that begins to work. If it got a team, it calls leave() when none is left.
  uint32_t come_and_take() { return take_and_add(kOneAtWork); }
  // True when the helper was the last at work.
  bool leave() {
    LIMPID_DCHECK(at_work(word_.load(std::memory_order_relaxed)) > 0);            // the caller is
    return at_work(word_.fetch_sub(kOneAtWork, std::memory_order_seq_cst)) == 1;  // [league.leave]
  }

  // All teams are taken, and those that helpers took have ended.
  [[nodiscard]] bool all_ended() const {
    const uint64_t word = word_.load(std::memory_order_seq_cst);  // [league.leave]
    return untaken(word) == 0 && at_work(word) == 0;
  }

  // For a helper at work.
  [[nodiscard]] const LeagueRun& run() const { return *run_; }

  // In the child of fork(2): the helpers at work do not exist.
  void forget_helpers() {
    word_.store(untaken(word_.load(std::memory_order_relaxed)), std::memory_order_relaxed);
  }

 private:
  static constexpr uint64_t kOneAtWork = uint64_t{1} << 32;
  static constexpr uint32_t kHelpersShift = 48;

  static uint32_t untaken(uint64_t word) { return static_cast<uint32_t>(word); }
  static uint32_t at_work(uint64_t word) { return static_cast<uint32_t>(word >> 32) & kMostHelpers; }

  uint32_t take_and_add(uint64_t workers) {
    uint64_t word = word_.load(std::memory_order_relaxed);
    while (untaken(word) != 0) {
      LIMPID_DCHECK(at_work(word) < kMostHelpers || workers == 0);  // the count does not overflow
      if (word_.compare_exchange_weak(word, word - 1 + workers, std::memory_order_acquire))  // [league.offer]
        return untaken(word);
    }
    return 0;
  }

  sync::Atomic<uint64_t> word_{0};
  const LeagueRun* run_ = nullptr;
  sync::Relaxed<Help> help_ = nullptr;  // the word's store publishes it; a late member may read it any time
};

}  // namespace limpid::core
