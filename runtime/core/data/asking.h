// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a thread queries a device library about tasks in flight.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/policy.h"

namespace limpid::core {

struct Task;

// A thread's record of its queries to a device library: see core/task/detach/in_flight.h. Only that thread uses it.
//
// After too many queries without success a library may block the querying thread until the operation is done.
// A thread of a team must not block, because tasks may become ready in the meantime: it queries rarely, and
// leaves the rest to the watchers.
class Asking {
 public:
  bool may_be_blocked() const { return in_vain_ >= kMostInVain; }
  bool may_ask(int64_t now_ns) const { return !may_be_blocked() && now_ns >= next_ns_; }

  void note_failure(int64_t now_ns) {
    if (in_vain_ < kMostInVain) ++in_vain_;
    LIMPID_DCHECK(in_vain_ <= kMostInVain);
    next_ns_ = now_ns + (policy::kShortestQueryPauseNs << (2 * in_vain_));
  }

  // Libraries count down after a success in the same way.
  void note_success() {
    in_vain_ /= 2;
    next_ns_ = 0;
  }

  // The task whose operation is being queried. Set during the query, also for code that the library runs in
  // it.
  Task* about = nullptr;
  bool watches = false;  // as a watcher: core/task/detach/watcher.h

 private:
  static constexpr uint8_t kMostInVain = policy::kMostQueriesInVain;

  uint8_t in_vain_ = 0;
  int64_t next_ns_ = 0;
};

}  // namespace limpid::core
