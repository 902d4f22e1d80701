// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a team keeps for the reductions of its region.
#pragma once

#include "sync/atomic.h"

namespace limpid::core {

struct ReductionCopies;
class LockWord;

// In the line of the team that every member reads at every start: each field is written only when it changes.
struct TeamReductions {
  // The lock under which the leader did its last reduction. The leader prefetches its line at fork, so that
  // it has released the lock before the first worker arrives.
  const LockWord* combining_lock = nullptr;
  // Copies of reductions with the task modifier while the members are in such a construct: [0] the region's,
  // [1] a worksharing construct's. See core/reduce/managed_reductions.h.
  sync::Atomic<ReductionCopies*> shared[2] = {};
  void* of_region = nullptr;  // GOMP_parallel_reductions: descriptor of the region, or null
};

}  // namespace limpid::core
