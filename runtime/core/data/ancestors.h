// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's ancestors, for omp_get_ancestor_thread_num and omp_get_team_size.
#pragma once

namespace limpid::core {

struct Thread;

// The thread's ancestor at a nesting level, or {-1, -1} if it is not nested that deep.
struct Ancestor {
  int thread_num;
  int team_size;
};

// `level` from 0, the initial task's. Async-signal-safe.
Ancestor ancestor_at(const Thread& self, int level);

}  // namespace limpid::core
