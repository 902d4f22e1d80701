// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether it pays to wake other threads for the teams of a league: not for teams that are over before they
// would begin. Remembered by construct from one time to the next.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/task/task_costs.h"
#include "core/team/member.h"
#include "platform/clock.h"

namespace limpid::core {

class LeagueCost {
 public:
  // place: of the encountering thread.
  LeagueCost(Member& place, const void* construct)
      : costs_(place.tasks.task_costs),
        construct_(construct),
        known_ns_(costs_.recall(construct)),
        began_(platform::monotonic_ns()) {}

  // Before the first team, so many others wait.
  [[nodiscard]] bool worth_calling(std::uint32_t waiting) const {
    return known_ns_ == TaskCosts::kUnknown || known_ns_ * waiting > kCallNs;
  }

  // After `done` teams, so many wait: they take longer than was expected. Looks at the clock now and then.
  [[nodiscard]] bool turns_out_worth_calling(std::uint32_t done, std::uint32_t waiting) {
    if (done < next_look_) return false;
    look(done);
    next_look_ = 2 * done;
    return taken_ns_ * waiting > kCallNs;
  }

  // How long a team takes as the first one did.
  void look(std::uint32_t done) {
    if (done == 0) return;
    taken_ns_ = (platform::monotonic_ns() - began_) / done;
  }

  // What took long once is not soon taken for short: to be wrong that way costs a processor's time.
  void remember() { costs_.remember(construct_, std::max(taken_ns_, known_ns_ - known_ns_ / 4)); }

 private:
  static constexpr std::int64_t kCallNs =
      3000;  // about what it costs two threads to meet, when both are awake

  TaskCosts& costs_;
  const void* construct_;
  std::int64_t known_ns_;
  std::int64_t began_;
  std::int64_t taken_ns_ = 0;
  std::uint32_t next_look_ = 1;
};

}  // namespace limpid::core
