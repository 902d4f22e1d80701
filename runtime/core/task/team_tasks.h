// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a team has of tasks.
#pragma once

#include <stdint.h>

#include "core/task/idle_count.h"
#include "core/task/shared_queue.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

// What the tasks of a team share.
struct TeamTasks {
  sync::Atomic<bool> used{false};  // some task of this region was deferred, so barriers must look for tasks
  sync::Atomic<bool> group_cancelled{
      false};      // some taskgroup of this region was cancelled, so starting tasks must look
  IdleCount idle;  // members that sleep at a barrier or between regions and would rather run a task
  sync::Atomic<int32_t> helpers{0};  // members that sleep in a task whose wants_work is set
  SharedQueue shared;

  // Threads that are no members but finish a task of the team (omp_fulfill_event from elsewhere). While one
  // is inside, nobody at a barrier goes to sleep and no region ends: the team's memory stays. Leaving is the
  // visitor's last access.
  alignas(platform::kCacheLine) sync::Atomic<int32_t> visitors{0};
  sync::Atomic<uint64_t> finished_by_visitors{0};
};

}  // namespace limpid::core
