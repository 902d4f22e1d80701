// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a waiting thread looks at a word.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "base/check.h"

namespace limpid::sync {

// How many pauses a thread with a processor to itself makes between two looks at a word that another thread
// writes before long. A look fetches the word's line away from the writer, who then waits for it before the
// news is out: the thread had better look only about as often as the line travels there and back. That takes
// five times as long between some processors as between others, so it is learned from the last wait, which
// was a few such journeys long.
//
// Owner    the thread.
class PollInterval {
 public:
  [[nodiscard]] uint32_t pauses() const { return pauses_; }

  // A wait is over that took so many looks. A long one was for somebody's work and says nothing of the way.
  void learn(uint32_t looks) {
    if (looks == 0) return;
    LIMPID_DCHECK(pauses_ >= 1 && pauses_ <= kMost);    // wait_at() takes one off
    const uint32_t waited = (looks - 1) * pauses_ + 1;  // at least: the last look but one was too early
    if (waited > kLongest) return;
    pauses_ = static_cast<uint8_t>(std::clamp(waited / kLooks, uint32_t{1}, uint32_t{kMost}));
  }

 private:
  static constexpr uint8_t kMost = 4;
  static constexpr uint32_t kLooks = 3;  // that a wait is to take
  static constexpr uint32_t kLongest = 32;
  uint8_t pauses_ = kMost;
};

}  // namespace limpid::sync
