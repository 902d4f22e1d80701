// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completing a task, and counting the tasks whose completion others wait for.
#pragma once

#include "core/data/task.h"
#include "core/data/thread.h"

namespace limpid::core {

// Where a task became complete.
enum class Completion : uint8_t {
  slot,   // on the thread that ran it, in its slot of the team
  event,  // by omp_fulfill_event, on any thread
};

// The task is complete: releases its successors, counts the completion in group, team and parent, and frees
// the task unless it has incomplete children. The caller must not touch it afterwards.
void finish_task(Thread& self, Task& task, Completion where);

// The task leaves nothing behind: no table of dependences, no children, no mark of a cancellation.
inline bool is_bare(const Task& task) {
  const auto kept =
      reinterpret_cast<uintptr_t>(task.dependences) | static_cast<uintptr_t>(task.cancelled) |
      static_cast<uintptr_t>(task.family.zombies.load(std::memory_order_acquire));  // [task.zombies]
  return kept == 0 && task.family.children.settled();
}

// finish_task for a task that is not counted and has neither dependences on siblings nor anything behind its
// header.
inline void finish_included_task(Thread& self, Task& task) {
  if (!is_bare(task)) [[unlikely]] {
    finish_task(self, task, Completion::slot);
    return;
  }
  task.thread.store(nullptr, std::memory_order_relaxed);
  self.memory.release_smallest(&task);
}

// Counts a new task in its group, team and parent, which finish_task counts down. Not called for a task that
// is complete before its creator goes on.
void count_task(Thread& self, Task& task);

}  // namespace limpid::core
