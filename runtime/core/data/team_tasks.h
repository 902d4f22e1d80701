// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasking data that the members of a team share.
#pragma once

#include <stdint.h>

#include "core/data/idle_count.h"
#include "core/data/shared_queue.h"
#include "core/data/task_sleepers.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

// Orders   [tasks.used] a creator stores used, or loads it set, before it pushes its task, and then loads the
//          announcements of sleep; a member that is about to sleep at its slot loads used after its
//          announcement. All seq_cst: either the creator sees the member or the member sees used, and the
//          task. Other loads are relaxed: where all have arrived, their arrivals order the stores before
//          them; elsewhere an old value only means that the thread looks again later.
//          [visit.count] a visitor's increment and the load by a member that is about to sleep are seq_cst:
//          either the member sees the visitor and stays awake, or the visitor sees the member's announcement
//          and wakes it. The decrement is a release: a member that loads 0 sees what the visitors wrote, and
//          they do not access the team any more.
struct TeamTasks {
  sync::Atomic<bool> used{false};  // some task of this region was deferred, so barriers must search for tasks
  // Some taskgroup of this region was cancelled, so starting tasks must check their groups.
  sync::Atomic<bool> group_cancelled{false};
  IdleCount idle;  // members that sleep at a barrier or between regions and could run a task
  TaskSleepers sleepers;
  SharedQueue shared;

  // Visitors: threads that are not members but finish a task of the team (omp_fulfill_event on another
  // thread). While there is one, no member at a barrier goes to sleep and no region ends, so the team's
  // memory stays. The decrement is the visitor's last access. [visit.count]
  alignas(platform::kCacheLine) sync::Atomic<int32_t> visitors{0};
  sync::Atomic<uint64_t> finished_by_visitors{0};
};

}  // namespace limpid::core
