// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the tasks of the last few taskloops took, by construct, and what giving some to another thread cost.
//
// A loop that runs again need not measure anew. The time is a hint, which the loop corrects as it runs
// (core/task/create/lazy_taskloop.cc). Belongs to one thread.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <algorithm>

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

  // What a thread that gave tasks away lost by it, about, in nanoseconds: until another had taken them, and from the end
  // of its own tasks until it knew that the others were done. Differs several times from machine to machine, and on one
  // machine with the threads' processors, where the memory lies and whether the others are awake.
  [[nodiscard]] int64_t handover_ns() const { return handover_ns_; }

  // A loop gave tasks away, and lost so much each time.
  void note_handover(int64_t ns) {
    handover_ns_ +=
        (std::clamp(ns, int64_t{0}, policy::kMostHandoverNs) - handover_ns_) / policy::kHandoverWeight;
  }

  // A loop gave nothing away. After many such loops one tries again, as the threads may have moved.
  void forget_handover() { handover_ns_ -= handover_ns_ / policy::kHandoverMemory; }

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
  int64_t handover_ns_ = 0;
};

}  // namespace limpid::core
