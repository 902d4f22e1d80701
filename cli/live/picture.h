// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one reading of a running process found. The process went on meanwhile: parts of it may be of slightly different
// moments, and what could not be read is left out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "live/task_table.h"

namespace limpid::cli::live {

struct RegionSeen {
  uint64_t id = 0;
  uint64_t created_at = 0;
  uint64_t function = 0;  // its outlined function; 0: not known
  uint32_t threads = 0;
  uint32_t level = 0;
  int barrier = 0;  // limpid_ompd_barrier_t
};

struct ThreadSeen {
  uint64_t number = 0;  // the runtime's, from 1
  uint64_t lwp = 0;     // the kernel's
  int64_t state = 0;    // ompt_state_t
  uint64_t wait_id = 0;
  std::optional<uint32_t> place;  // in its team
  uint64_t region_id = 0;         // 0: the implicit region around the program
  uint64_t meeting_id = 0;        // of the region at whose barrier it waits
  std::optional<TaskSeen> task;
  uint64_t holder = 0;  // number of the thread that has what it waits for; 0: nobody, or not known
};

struct Picture {
  std::vector<ThreadSeen> threads;  // in order of their numbers
  std::map<uint64_t, RegionSeen> regions;
  std::shared_ptr<const TaskTable> tasks = std::make_shared<TaskTable>();  // may be of a reading before

  const ThreadSeen* thread(uint64_t number) const {
    for (const ThreadSeen& one : threads) {
      if (one.number == number) return &one;
    }
    return nullptr;
  }
};

}  // namespace limpid::cli::live
