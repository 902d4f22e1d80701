// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the tasks of the last few taskloops took, by construct.
//
// A loop that runs again need not measure anew. The time is a hint, which the loop corrects as it runs
// (core/task/create/lazy_taskloop.cc). Belongs to one thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/policy.h"

namespace limpid::core {

class TaskCosts {
 public:
  static constexpr int64_t kUnknown = -1;

  // Nanoseconds per task of the construct, identified by its return address.
  [[nodiscard]] int64_t recall(const void* construct) const {
    const TaskCost& cost = costs_[slot(construct)];
    return cost.construct == construct && policy::enabled(policy::task_costs) ? cost.task_ns : kUnknown;
  }

  void remember(const void* construct, int64_t task_ns) { costs_[slot(construct)] = {construct, task_ns}; }

 private:
  struct TaskCost {
    const void* construct = nullptr;
    int64_t task_ns = kUnknown;
  };

  // Return addresses of neighbouring constructs differ by some tens of bytes.
  static size_t slot(const void* construct) {
    return (reinterpret_cast<uintptr_t>(construct) >> 5) % policy::kKnownCosts;
  }

  TaskCost costs_[policy::kKnownCosts];
};

}  // namespace limpid::core
