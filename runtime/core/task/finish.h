// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens when a task is complete.
#pragma once

#include "core/task/task.h"
#include "core/team/thread.h"

namespace limpid::core {

// Where a task became complete.
enum class Completion : uint8_t {
  slot,   // on the thread that ran it, in its slot of the team
  event,  // by omp_fulfill_event, on any thread
};

// The task is complete: lets go its successors, tells group, team and parent, and frees it unless children
// are left. The caller must not touch it afterwards.
void finish_task(Thread& self, Task& task, Completion where);

// Nothing of the task outlives it: no table of dependences, no children, no trace of a cancellation.
inline bool is_bare(const Task& task) {
  const auto kept = reinterpret_cast<uintptr_t>(task.dependences) | static_cast<uintptr_t>(task.cancelled) |
                    static_cast<uintptr_t>(task.zombies.load(std::memory_order_acquire));
  return kept == 0 && task.children.settled();
}

// finish_task for a task that nobody counts, that has no dependences on siblings and nothing behind its
// header.
inline void finish_included_task(Thread& self, Task& task) {
  if (!is_bare(task)) [[unlikely]] {
    finish_task(self, task, Completion::slot);
    return;
  }
  task.thread.store(nullptr, std::memory_order_relaxed);
  self.memory.release_smallest(&task);
}

// A task that runs now and whose completion nobody counts is not announced to group, team or parent.
void count_task(Thread& self, Task& task);

}  // namespace limpid::core
