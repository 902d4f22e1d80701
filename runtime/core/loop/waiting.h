// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits at a bell for a condition inside a worksharing construct.
#pragma once

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/loop/policy.h"
#include "sync/atomic.h"
#include "sync/backoff.h"
#include "sync/bell.h"

namespace limpid::core {

// For conditions that become true by a read-modify-write: the sleeper's last check needs no fence.
struct NoFence {
  void operator()() const {}
};

// If threads outnumber processors, the awaited thread is usually ready to run: a few more yields are cheaper
// than a sleep and a wake-up at every step from iteration to iteration.
inline uint32_t yield_factor() {
  return policy::enabled(policy::step_yields) ? policy::kYieldFactor : 1;
}

// Waits until done() is true: polls as long as the spin policy of the thread's team allows, then sleeps at
// the bell. done() must load its condition with seq_cst (or stronger than the ringer's store); it is also
// called after every ring.
template <class Done, class Fence = NoFence>
inline void wait_at(Thread& self, sync::Bell& bell, Done&& done, Fence&& before_last_check = {}) {
  const sync::SpinPolicy& spin_policy = self.team->spin_policy;
  const bool crowded = spin_policy.yields != 0;
  sync::SpinPolicy longer = spin_policy;
  longer.yields *= yield_factor();
  longer.in_loop = true;
  sync::Backoff backoff(longer, self.spin_limit);
  const uint32_t more_pauses = crowded ? 0 : self.poll_interval.pauses() - 1;  // again() makes one
  uint32_t looks = 0;
  for (; !done(); ++looks) {
    for (uint32_t pause = 0; pause < more_pauses; ++pause) sync::relax();
    if (!backoff.again()) [[unlikely]]
      bell.sleep_unless(done, before_last_check);
  }
  if (!crowded) self.poll_interval.learn(looks);
}

}  // namespace limpid::core
