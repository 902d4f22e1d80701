// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of one member of a team.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/detached.h"
#include "core/data/first_encounters.h"
#include "core/data/policy.h"
#include "core/data/task_costs.h"
#include "sync/atomic.h"
#include "sync/deque.h"

namespace limpid::core {

struct Task;
struct TaskGroup;

// Completions of tasks whose parent runs on another thread, not yet reported to parent and group: a report
// costs a cache line that the parent uses all the time. See core/task/run/deferred_completions.h.
struct DeferredCompletions {
  Task* parent = nullptr;
  TaskGroup* group = nullptr;
  uint32_t tasks = 0;
};

// The tasks of one member of a team: those that it created or made ready and that have not begun, and the
// counters for barriers.
//
// Owner     the thread at the slot writes; others steal from the deque and read the counters.
// Counters  never reset: a team is quiescent when the sums are equal. See tasks_quiescent() for the orders.
struct MemberTasks {
  sync::Deque<Task, policy::kDequeCapacity> ready;
  DeferredCompletions deferred;
  uint32_t polls_to_skip = 0;
  uint32_t polls_failed = 0;
  uint32_t pause_ns = 0;    // how long it rested after the last theft
  uint32_t victim = 0;      // of the last successful theft
  uint32_t randomness = 0;  // state of a small generator; 0 until first used
  bool was_asleep = false;  // since its last task: see IdleCount
  bool stole = false;       // the last task that it found
  bool at_barrier = false;  // the member is suspended in a barrier, and runs tasks there
  uint32_t detours = 0;     // suspended waits in which a task runs that does not descend from the waiting one
  int64_t yielded_ns = 0;   // when it last had its processor back before a theft
  int64_t rests_until_ns = 0;  // it does not look for tasks before; 0: it does
  int64_t lone_push_ns = 0;    // when it last pushed a task beside which it had none, while somebody slept
  int64_t wake_ns = 0;         // how long it took last to wake a member for such a task
  uint32_t watches = 0;        // that it has kept in a row: see IdleSleep
  TaskCosts task_costs;
  FirstEncounters first_encounters;
  alignas(platform::kCacheLine) sync::Atomic<uint64_t> created{0};
  sync::Atomic<uint64_t> finished{0};
  DetachedTasks detached;

  void count_created() {
    created.store(created.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  void count_finished(uint32_t tasks) {
    LIMPID_DCHECK(tasks != 0);
    finished.store(finished.load(std::memory_order_relaxed) + tasks,
                   std::memory_order_release);  // [quiescence.finished]
  }
};

}  // namespace limpid::core
