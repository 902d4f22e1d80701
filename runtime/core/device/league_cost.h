// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LeagueCost: whether waking helpers for the teams of a league pays. It does not if the teams end before a
// helper could begin. Estimates are remembered per construct.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/data/member.h"
#include "core/data/task_costs.h"
#include "core/device/policy.h"
#include "platform/clock.h"

namespace limpid::core {

class LeagueCost {
 public:
  // place: the encountering thread's slot.
  LeagueCost(Member& place, const void* construct)
      : costs_(place.tasks.task_costs),
        construct_(construct),
        known_ns_(costs_.recall(construct)),
        began_(platform::monotonic_ns()) {}

  // Before the first team, while `waiting` others wait.
  [[nodiscard]] bool worth_calling(std::uint32_t waiting) const {
    return known_ns_ == TaskCosts::kUnknown || known_ns_ * waiting > policy::kHelpersCostNs ||
           !policy::enabled(policy::league_cost);
  }

  // After `done` teams, while `waiting` wait: true if they take longer than expected. Reads the clock after
  // 1, 2, 4, ... teams.
  [[nodiscard]] bool worth_calling_after(std::uint32_t done, std::uint32_t waiting) {
    if (done < next_measure_) return false;
    measure(done);
    next_measure_ = 2 * done;
    return taken_ns_ * waiting > policy::kHelpersCostNs;
  }

  // Measures the average time of the first `done` teams.
  void measure(std::uint32_t done) {
    if (done == 0) return;
    taken_ns_ = (platform::monotonic_ns() - began_) / done;
  }

  // The estimate falls by a quarter at most: to underestimate costs more, because processors stay unused.
  void remember() {
    costs_.remember(construct_, std::max(taken_ns_, known_ns_ - known_ns_ / policy::kCostDecay));
  }

 private:
  TaskCosts& costs_;
  const void* construct_;
  std::int64_t known_ns_;
  std::int64_t began_;
  std::int64_t taken_ns_ = 0;
  std::uint32_t next_measure_ = 1;
};

}  // namespace limpid::core
