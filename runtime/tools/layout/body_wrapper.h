// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the runtime that stand in a task for the program's function.
#pragma once

#include <stdint.h>

#include "core/data/task.h"

namespace limpid::tools::layout {

// A Task::body that is a function of the runtime. The address of the program's function is in the task's
// data.
struct BodyWrapper {
  core::Task::Body body;
  uint64_t code_offset;  // in Task::data
};

inline constexpr uint32_t kBodyWrappers = 1;

// Defined in lib/, which alone may include every other folder.
extern const BodyWrapper g_body_wrappers[kBodyWrappers];

}  // namespace limpid::tools::layout
