// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TeamSpinPolicy: how long the members of a team poll before they sleep.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"
#include "sync/backoff.h"

namespace limpid::core {

// A pointer to one of the process's spin policies, which never change. The leader may choose another one
// while members wait; they use it from their next wait on.
//
// Orders   [policy.publish] a policy may be new, so its pointer is stored with release and loaded with
//          acquire.
class TeamSpinPolicy {
 public:
  // [policy.publish]
  operator const sync::SpinPolicy&() const { return *chosen_.load(std::memory_order_acquire); }
  const sync::SpinPolicy* operator->() const { return chosen_.load(std::memory_order_acquire); }

  // For a team with that many members, in a process with that many threads.
  void choose(uint32_t threads, uint32_t members);
  void take_over(const TeamSpinPolicy& other) {
    // [policy.publish]
    chosen_.store(&static_cast<const sync::SpinPolicy&>(other), std::memory_order_release);
  }

 private:
  static constexpr sync::SpinPolicy kSleepAtOnce{0, 0, 0};
  sync::Atomic<const sync::SpinPolicy*> chosen_{&kSleepAtOnce};
};

// Sets the time to poll, in milliseconds, for teams that form or change their size from now on. With more
// threads than processors only INT32_MAX (without end) and 0 change anything. False: no memory.
bool use_block_time(int32_t milliseconds);
void use_initial_block_time();
// The time now set, for a team with as many processors as threads.
int32_t block_time();

// Computes the initial spin policies from OMP_WAIT_POLICY, GOMP_SPINCOUNT, KMP_BLOCKTIME and the number of
// processors. Once, after the environment was read.
void prepare_spin_policies();

}  // namespace limpid::core
