// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "live/cpu_use.h"
#include "live/deadlock.h"
#include "live/places.h"
#include "live/reader.h"

namespace limpid::cli::live {

// A thread as it is shown.
struct Row {
  uint64_t number = 0;
  uint64_t lwp = 0;
  std::optional<double> cpu;      // share of a processor since the picture before
  std::optional<uint32_t> place;  // in its team
  uint32_t team = 0;              // threads of its team; 0: outside of regions
  uint32_t level = 0;
  std::string region;  // `cg.c:42 in solve`; empty outside of regions
  std::string task;    // the same of its explicit task
  std::string doing;   // `waits at the end of the region for thread 2`
  double for_s = 0;    // at least so long, as far as this view has looked; 0: nothing is known
};

struct Counts {
  size_t threads = 0;
  size_t regions = 0;      // that threads are in
  size_t tasks = 0;        // explicit ones that are not complete
  size_t queued = 0;       // of them, ready, with nobody to run them yet
  size_t blocked = 0;      // of them, waiting for others or for an event
  double tasks_age_s = 0;  // how old what is said of tasks is
};

struct Shown {
  std::vector<Row> rows;
  Counts counts;
  std::vector<Cycle> deadlocks;
};

// A process, looked at again and again.
class View {
 public:
  explicit View(pid_t pid) : reader_(pid), cpu_(pid), places_(reader_.memory()) {}

  // Whether the tasks are read at each look, or so seldom that it takes less than 1 % of a processor.
  enum class Tasks { always, within_budget };

  // Takes a picture. Cycles are looked at long enough to be sure.
  Shown look(Tasks tasks);
  bool has_ended() { return reader_.memory().has_ended(); }

 private:
  using Doing = std::tuple<int64_t, uint64_t, uint64_t>;  // state, wait id, task

  Picture take(Tasks tasks);
  Row row_of(const Picture& picture, const ThreadSeen& thread, uint64_t now_ns);
  double since(const ThreadSeen& thread, uint64_t now_ns);

  Reader reader_;
  CpuUse cpu_;
  Places places_;
  std::shared_ptr<const TaskTable> tasks_;
  uint64_t tasks_read_ns_ = 0;  // CLOCK_MONOTONIC
  uint64_t next_tasks_ns_ = 0;
  std::map<uint64_t, std::pair<Doing, uint64_t>>
      began_;  // by thread: what it did, and when that was first seen
};

// `Deadlock: ...`, a line for each thread of each cycle, at the rows of `shown`.
std::string deadlock_text(const Shown& shown);

}  // namespace limpid::cli::live
