// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How patiently the members of a team wait.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"
#include "sync/backoff.h"

namespace limpid::core {

// How long the members of a team poll before they sleep: a reference to one of the process's spin policy, which
// never change. What is pointed to may be new, so pointers are passed on with release and acquire:
// [policy.publish]. The leader may choose another one while members wait; they notice at their next wait.
class TeamSpinPolicy {
 public:
  operator const sync::SpinPolicy&() const { return *chosen_.load(std::memory_order_acquire); }
  const sync::SpinPolicy* operator->() const { return chosen_.load(std::memory_order_acquire); }

  // For that many threads of the process.
  void choose(uint32_t threads);
  void take_over(const TeamSpinPolicy& other) {
    chosen_.store(&static_cast<const sync::SpinPolicy&>(other), std::memory_order_release);
  }

 private:
  static constexpr sync::SpinPolicy kSleepAtOnce{0, 0, 0};
  sync::Atomic<const sync::SpinPolicy*> chosen_{&kSleepAtOnce};
};

// Another time to poll, in milliseconds, for teams that form or change their size from now on. The crowded
// keep to few polls unless it is without end (INT32_MAX) or nothing. False: no memory.
bool use_block_time(int32_t milliseconds);
void use_initial_block_time();
// What holds now: of a team that has the processors for itself.
int32_t block_time();

// Computes the spin policy from OMP_WAIT_POLICY, GOMP_SPINCOUNT, KMP_BLOCKTIME and the number of processors.
// Once, after the environment was read.
void prepare_spin_policies();

}  // namespace limpid::core
