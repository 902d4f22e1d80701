// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sched.h>
#include <stdint.h>

#include "platform/clock.h"
#include "platform/cpu.h"

namespace limpid::sync {

// How long a waiter keeps a processor before it sleeps. A property of a team: depends on OMP_WAIT_POLICY and
// on whether there are more threads than processors.
struct WaitBudget {
  uint32_t spins;   // polls with a pause between them, before the first yield
  uint32_t yields;  // polls with sched_yield between them, after the spins
  int64_t spin_ns;  // after the spins: polls and yields in turn, until this much time has passed
};

// One wait in progress: call again() between polls; false means that it is time to sleep.
class Patience {
 public:
  explicit Patience(const WaitBudget& budget) : budget_(budget) {}

  bool again() {
    if (polls_ < budget_.spins) [[likely]] {
      ++polls_;
      platform::relax();
      return true;
    }
    return again_slow();
  }

  // Work was found meanwhile: the next wait starts afresh.
  void reset() { polls_ = 0, yields_ = 0, deadline_ns_ = 0; }

 private:
  bool again_slow();

  const WaitBudget& budget_;
  uint32_t polls_ = 0;
  uint32_t yields_ = 0;
  int64_t deadline_ns_ = 0;
};

}  // namespace limpid::sync
