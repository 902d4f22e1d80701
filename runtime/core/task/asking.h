// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a thread asks a device library about tasks in flight.
#pragma once

#include <stdint.h>

#include "base/check.h"

namespace limpid::core {

struct Task;

// What a thread remembers of its questions to a device library: see core/task/in_flight.h. The thread's own.
//
// A library may block a thread that has asked in vain too often, until what it asks about is done. A thread
// of a team is not to be blocked, because tasks may become ready meanwhile: it asks seldom, and leaves the
// rest to the watchers.
class Asking {
 public:
  bool may_be_blocked() const { return in_vain_ >= kMostInVain; }
  bool may_ask(int64_t now_ns) const { return !may_be_blocked() && now_ns >= next_ns_; }

  void note_in_vain(int64_t now_ns) {
    if (in_vain_ < kMostInVain) ++in_vain_;
    LIMPID_DCHECK(in_vain_ <= kMostInVain);
    next_ns_ = now_ns + (kShortestPauseNs << (2 * in_vain_));
  }

  // Libraries forgive likewise.
  void note_success() {
    in_vain_ /= 2;
    next_ns_ = 0;
  }

  // Set inside a question, and in code of the library that a question runs: whose operation is asked about.
  Task* about = nullptr;

 private:
  static constexpr uint8_t kMostInVain = 4;  // LLVM's libomptarget blocks after five
  static constexpr int64_t kShortestPauseNs = 500;

  uint8_t in_vain_ = 0;
  int64_t next_ns_ = 0;
};

}  // namespace limpid::core
