// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league that nobody runs yet.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

struct LeagueRun;

// The teams of a league that wait for a thread to run them, as the helpers sees them: the members of the hot
// team of the thread that met the construct. Not an order but an offer: the thread that makes it goes on at
// once and needs nobody to take it, so what is over before a sleeper has woken waits for no sleeper.
//
// States   word = teams that nobody has taken (32 bits) | members at work (16 bits) | size of the helpers (16
//          bits). Teams only wait while no region of the hot team is under way.
// Orders   [league.offer] the store publishes the league; who takes a team (acquire) may read it until it
//          says that it leaves. seq_cst, so that one who announces its sleep and looks again, and the offerer
//          who looks for sleepers after the offer, do not miss each other. [league.leave] release, pairs with
//          all_ended(): what the teams wrote is visible after the league. seq_cst for the look whether the
//          leader sleeps.
class alignas(platform::kCacheLine) WaitingTeams {
 public:
  static constexpr uint32_t kMostHelpers = 0xffff;

  // The leader offers teams to members [1, helpers). The first number that is not taken yet is run.size - teams.
  void offer(const LeagueRun& run, uint32_t teams, uint32_t helpers) {
    LIMPID_DCHECK(helpers >= 1 && helpers <= kMostHelpers);
    LIMPID_DCHECK(all_ended());  // nobody reads the last league's run_ any more
    run_ = &run;
    word_.store(uint64_t{helpers} << kHelpersShift | teams, std::memory_order_seq_cst);  // [league.offer]
  }

  // Whether a member may be of use. Not definite.
  [[nodiscard]] bool want(uint32_t index) const {
    const uint64_t word = word_.load(std::memory_order_seq_cst);
    return untaken(word) != 0 && index < word >> kHelpersShift;
  }

  // Takes the next team. The answer is how many there were, 0: none. For the leader, and for a member at
  // work.
  uint32_t take() { return take_and_add(0); }
  // The same for a member that comes to work; if there was one, it says leave() when it finds no more.
  uint32_t come_and_take() { return take_and_add(kOneAtWork); }
  // True when the member was the last at work.
  bool leave() {
    LIMPID_DCHECK(at_work(word_.load(std::memory_order_relaxed)) > 0);            // the caller is
    return at_work(word_.fetch_sub(kOneAtWork, std::memory_order_seq_cst)) == 1;  // [league.leave]
  }

  // All teams are taken, and those that members took are over.
  [[nodiscard]] bool all_ended() const {
    const uint64_t word = word_.load(std::memory_order_seq_cst);  // [league.leave]
    return untaken(word) == 0 && at_work(word) == 0;
  }

  // For a member at work.
  [[nodiscard]] const LeagueRun& run() const { return *run_; }

  // In a fork's child: the members at work do not exist.
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
      LIMPID_DCHECK(at_work(word) < kMostHelpers || workers == 0);  // the count does not run over
      if (word_.compare_exchange_weak(word, word - 1 + workers, std::memory_order_acquire))  // [league.offer]
        return untaken(word);
    }
    return 0;
  }

  sync::Atomic<uint64_t> word_{0};
  const LeagueRun* run_ = nullptr;
};

}  // namespace limpid::core
