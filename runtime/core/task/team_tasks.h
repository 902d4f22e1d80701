// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

#include <atomic>

namespace limpid::core {

// What the tasks of a team share. used: some task of this region was deferred, so barriers must look for tasks.
struct TeamTasks {
  std::atomic<bool> used{false};
  std::atomic<int32_t> idle{0};  // members that sleep and would rather run a task
};

}  // namespace limpid::core
