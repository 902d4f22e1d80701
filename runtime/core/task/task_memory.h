// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::core {

// A thread's slabs of task memory.
struct TaskMemory {};

}  // namespace limpid::core
