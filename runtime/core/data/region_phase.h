// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which region a team executes, and whether it is between fork and join.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "base/layout_access.h"
#include "sync/atomic.h"
#include "sync/relaxed.h"

namespace limpid::core {

// The phase of a team: idle, described, running, idle again.
//
// Writers  the leader. Any thread may read both words; a debugger and signal handlers do.
// Orders   none of its own: members see a new tag by the command that starts the region [parker.command].
class RegionPhase {
 public:
  // Incremented for each region of the team; wraps. Distinguishes tasks of the next region from tasks of the
  // last one, and shows a worker that is leaving a region whether the team is already in the next one.
  [[nodiscard]] uint16_t tag() const { return tag_; }
  // Between fork and join. If false, a member that waits is idle.
  [[nodiscard]] bool runs() const { return running_.load(std::memory_order_relaxed); }

  // The leader begins to describe the next region.
  void describe_next() {
    LIMPID_DCHECK(!runs());
    tag_ = static_cast<uint16_t>(tag_ + 1);
  }
  // The region is described; members may be started.
  void begin() {
    LIMPID_DCHECK(!runs());
    running_.store(true, std::memory_order_relaxed);
  }
  // All members have joined, and the region's tasks are finished.
  void end() {
    LIMPID_DCHECK(runs());
    running_.store(false, std::memory_order_relaxed);
  }

 private:
  friend LayoutAccess;

  sync::Relaxed<uint16_t> tag_ = 0;
  sync::Atomic<bool> running_{false};
};

}  // namespace limpid::core
