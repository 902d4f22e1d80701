// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a waiting thread polls a word.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "base/check.h"
#include "sync/policy.h"

namespace limpid::sync {

// The number of pauses between two polls, for a thread with a processor to itself and a word that another
// thread writes soon. A poll takes the word's cache line from the writer, which delays the awaited write: the
// thread should poll about once per round trip of the line. A round trip takes five times as long between
// some processors as between others, so the interval is learned from the last wait, which took a few round
// trips.
//
// Owner    the thread.
class PollInterval {
 public:
  [[nodiscard]] uint32_t pauses() const { return policy::enabled(policy::poll_interval) ? pauses_ : 1; }

  // Called at the end of a wait of `looks` polls. A long wait was for another thread's work: it teaches
  // nothing about the round trip.
  void learn(uint32_t looks) {
    if (looks == 0) return;
    LIMPID_DCHECK(pauses_ >= 1 && pauses_ <= policy::kMostPauses);  // wait_at() subtracts one
    const uint32_t waited = (looks - 1) * pauses_ + 1;  // at least: the last poll but one was too early
    if (waited > policy::kLongestTaught) return;
    pauses_ = static_cast<uint8_t>(
        std::clamp(waited / policy::kPollsPerWait, uint32_t{1}, uint32_t{policy::kMostPauses}));
  }

 private:
  uint8_t pauses_ = policy::kMostPauses;
};

}  // namespace limpid::sync
