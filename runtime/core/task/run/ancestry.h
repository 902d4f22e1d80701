// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a task descends from another; for any thread.
#pragma once

#include <stdint.h>

#include "core/data/task.h"

namespace limpid::core {

inline constexpr uintptr_t kParentIsImplicit = 1;

inline bool is_explicit(const Task& task) {
  return task.kind == TaskKind::explicit_ || task.kind == TaskKind::target;
}

inline uintptr_t ancestry_below(Task& parent) {
  return reinterpret_cast<uintptr_t>(&parent) | (is_explicit(parent) ? 0 : kParentIsImplicit);
}

// True if ancestor is on task's chain of parents. task's header may be recycled at any moment; the answer is
// then meaningless. Only headers of explicit tasks are followed, and at most as many as task is deep, so the
// loop always ends and reads only memory that stays mapped.
inline bool is_descendant(const Task& task, const Task& ancestor) {
  uintptr_t up = task.family.ancestry.load(std::memory_order_relaxed);
  for (uint32_t steps = task.family.depth.load(std::memory_order_relaxed); steps > 0; --steps) {
    const Task* parent = reinterpret_cast<const Task*>(up & ~kParentIsImplicit);
    if (parent == &ancestor) return true;
    if ((up & kParentIsImplicit) != 0 || parent == nullptr) return false;
    up = parent->family.ancestry.load(std::memory_order_relaxed);
  }
  return false;
}

}  // namespace limpid::core
