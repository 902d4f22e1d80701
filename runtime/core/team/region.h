// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parallel construct, as an entry point passes it to core.
#pragma once

#include <stdint.h>

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"

namespace limpid::core {

// Called on the leader after the team is formed and before any member runs: sets up what combined constructs
// need.
using Prepare = void (*)(Thread& self, Team& team, void* context);

// A parallel construct as an entry point decodes it.
struct Region {
  Task::Body body = nullptr;
  void* data = nullptr;
  uint32_t data_bytes = 0;     // size of data if it is constant, so that members may get a copy; 0: unknown
  const void* code = nullptr;  // the program's outlined function, if body is an entry point's wrapper of it
  uint32_t num_threads = 0;    // 0: not given; 1 also stands for if(false)
  ProcBind bind = ProcBind::kFalse;
  bool bind_given = false;
  // Of the num_threads clause, for the regions inside (core/icv/thread_lists.h); 0: none.
  uint8_t thread_list = 0;
  Prepare prepare = nullptr;
  void* context = nullptr;  // for prepare
};

// Runs region.body on a team and returns after the join barrier. Returns the team's size.
uint32_t parallel(Thread& self, const Region& region);

// The two halves of parallel() for programs that call the outlined function themselves in between.
// begin_parallel() follows note_entry(): the encountering task's enter frame stays set until end_parallel()
// clears it. end_parallel() is called without an EntryScope: the implicit task has finished its code and has
// no frame, as at any end of a region.
void begin_parallel(Thread& self, const Region& region);
void end_parallel(Thread& self);

}  // namespace limpid::core
