// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loss of a thread's turn to another program: for how long the next one is expected.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"
#include "sync/loss_validity.h"
#include "sync/policy.h"

namespace limpid::sync {

// That another program has taken the turn of a thread that gave way, and for how long a thread that gives way is believed to
// lose its turn again. A loss costs some milliseconds, so many threads learn from one thread's loss.
//
// Units    nanoseconds of CLOCK_MONOTONIC, handed in.
// Words    only hints. Of two threads that note losses at once one loss may be missed, or be believed for the other one's
//          time, and a thread that forgets an old loss may forget a new one with it: the next loss teaches it again.
class TurnLoss {
 public:
  // Another program had the processor for `gap`, just before `now`.
  void note(int64_t now, int64_t gap) {
    LIMPID_DCHECK(gap > 0 && now > 0);
    const int64_t age = now - last_.load(std::memory_order_relaxed);
    const int64_t earlier = believed_for_.load(std::memory_order_relaxed);
    believed_for_.store(loss_validity(age, earlier, policy::kLostTurnValidity * gap),
                        std::memory_order_relaxed);
    last_.store(now, std::memory_order_release);  // [loss.noted]
  }

  // Whether a thread that gives way at the time `now` would lose its turn, as far as known. A loss so old that another one
  // would not confirm it is forgotten.
  [[nodiscard]] bool is_believed_at(int64_t now) {
    const int64_t last = last_.load(std::memory_order_acquire);  // [loss.noted]
    if (last == 0) return false;
    const int64_t believed_for = believed_for_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(believed_for >= policy::kShortestSharedNs && believed_for <= policy::kLongestSharedNs);
    if (now - last >= 2 * believed_for) last_.store(0, std::memory_order_relaxed);
    return now - last < believed_for;
  }

  // Whether is_believed_at() may be true: for waits that read no clock.
  [[nodiscard]] bool is_remembered() const { return last_.load(std::memory_order_relaxed) != 0; }

 private:
  Atomic<int64_t> last_{0};  // 0: there was none, as far as remembered
  Atomic<int64_t> believed_for_{0};
};

}  // namespace limpid::sync
