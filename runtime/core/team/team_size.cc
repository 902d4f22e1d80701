// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size of a region's team, and the count of a contention group's threads against the thread limit.
#include "core/team/team_size.h"

#include "base/check.h"
#include "core/data/team.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// Reserves up to wanted threads of the contention group, not counting the caller.
uint32_t reserve_threads(Team& group, uint32_t wanted, uint32_t limit) {
  sync::Atomic<uint32_t>& threads = group.nesting.threads_of_group;
  uint32_t busy = threads.load(std::memory_order_relaxed);
  for (;;) {
    uint32_t left = busy < limit ? limit - busy : 0;
    uint32_t taken = wanted < left ? wanted : left;
    if (taken == 0) return 0;
    LIMPID_DCHECK(busy + taken <= limit);
    if (threads.compare_exchange_weak(busy, busy + taken, std::memory_order_relaxed)) return taken;
  }
}

bool limited(const Task& task) {
  return task.icvs.thread_limit < kNoThreadLimit;
}

}  // namespace

uint32_t requested_size(const Task& task, const Region& region) {
  return region.num_threads != 0 ? region.num_threads : task.icvs.nthreads;
}

uint32_t granted_size(Thread& self, uint32_t requested) {
  const Task& task = *self.task;
  if (requested <= 1 || self.team->nesting.active_level >= task.icvs.max_active_levels) return 1;
  uint32_t processors = global_icvs().available_processors;
  if (task.icvs.dynamic && requested > processors) requested = processors;
  if (limited(task)) [[unlikely]] {
    return 1 + reserve_threads(*self.team->nesting.contention_group, requested - 1, task.icvs.thread_limit);
  }
  return requested;
}

void release_threads(Thread& self, uint32_t team_size) {
  if (team_size > 1 && limited(*self.task)) [[unlikely]] {
    // Only reserved threads are released, and the group's first thread is never reserved.
    LIMPID_DCHECK(self.team->nesting.contention_group->nesting.threads_of_group.load(
                      std::memory_order_relaxed) >= team_size);
    self.team->nesting.contention_group->nesting.threads_of_group.fetch_sub(team_size - 1,
                                                                            std::memory_order_relaxed);
  }
}

}  // namespace limpid::core
