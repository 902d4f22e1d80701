// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers that describe regions and tasks.
#pragma once

#include "model/waiting.h"

namespace limpid::ompd {

struct TaskDetails {
  uint64_t id, parent_id, region_id, thread_id, created_at, function;
  int64_t priority, unmet;
  bool is_initial, is_implicit, is_target, is_undeferred, is_untied, is_final, is_mergeable, is_merged,
      is_taskwait;
};

// Checks the task first.
Rc task_details(const Process& process, const Object& task, TaskDetails& details);

struct RegionDetails {
  uint64_t id, created_at, function, requested, level, team_number, league_size;
  uint32_t threads;
  bool is_league;
};
Rc region_details(const Process& process, const Object& region, RegionDetails& details);

// What the task does now; is_over: it is complete.
Rc progress_of(const Process& process, const Object& task, Progress& progress, bool& is_over);

// The alive threads by their numbers, in the debugger's memory; the caller releases it.
Rc collect_threads(const Process& process, Object** threads, uint32_t& count);

}  // namespace limpid::ompd
