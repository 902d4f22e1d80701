// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where threads sleep until a condition that is kept in other words becomes true.
#pragma once

#include "sync/event_count.h"

namespace limpid::sync {

// Protocol  EventCount's. The ringer makes the condition true with a seq_cst store or RMW, then calls ring();
//           or the sleeper executes a fence for all threads (process_fence) before its last check.
// Cost      one load for the ringer while no thread sleeps.
class Bell {
 public:
  void ring() {
    if (event_.has_sleepers()) [[unlikely]]
      event_.notify_all();
  }

  // Sleeps until ring(), unless done(). May return early.
  template <class Done, class Fence>
  void sleep_unless(Done&& done, Fence&& before_last_check) {
    event_.sleep_unless(done, before_last_check);
  }

 private:
  EventCount event_;
};

}  // namespace limpid::sync
