// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clauses of a parallel or teams construct, which are kept until it forks.
// They come in calls of their own before it.
#pragma once

#include <stdint.h>

#include "core/device/league.h"
#include "core/team/region.h"

namespace limpid::abi {

// num_threads(strict: n) of OpenMP 6.0: what happens when the region cannot have so many threads.
struct StrictThreads {
  bool given = false;
  bool fatal = false;
  const char* message = nullptr;  // may be null
};

struct ParallelClauses {
  uint32_t num_threads = 0;  // 0: no clause
  uint8_t thread_list = 0;   // number of the list in num_threads; 0: no list
  int32_t proc_bind = 0;     // 0: no clause
  StrictThreads strict;

  // For the construct that the thread encounters now. Afterwards there are no clauses.
  void apply_to(core::Region& region);
};

extern thread_local constinit ParallelClauses t_parallel_clauses __attribute__((tls_model("initial-exec")));
extern thread_local constinit core::League t_teams_clauses __attribute__((tls_model("initial-exec")));

}  // namespace limpid::abi
