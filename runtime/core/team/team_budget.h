// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include <atomic>

#include "sync/patience.h"

namespace limpid::core {

// How long the members of a team poll before they sleep: a reference to one of the process's budgets, which
// never change. The leader may choose another one while members wait; they notice at their next wait.
class TeamBudget {
 public:
  operator const sync::WaitBudget&() const { return *chosen_.load(std::memory_order_relaxed); }
  const sync::WaitBudget* operator->() const { return chosen_.load(std::memory_order_relaxed); }

  // For that many threads of the process.
  void choose(uint32_t threads);
  void adopt(const TeamBudget& other) {
    chosen_.store(&static_cast<const sync::WaitBudget&>(other), std::memory_order_relaxed);
  }

 private:
  static constexpr sync::WaitBudget kSleepAtOnce{0, 0, 0};
  std::atomic<const sync::WaitBudget*> chosen_{&kSleepAtOnce};
};

// Computes the budgets from OMP_WAIT_POLICY, GOMP_SPINCOUNT and the number of processors. Once, after the
// environment was read.
void prepare_budgets();

}  // namespace limpid::core
