// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/section.h"

namespace limpid::cli::tracing {

// By construct: how much of its work's time is left. Constructs behind the end keep theirs.
using Speeds = std::vector<double>;

// Runs the scripts of a section again, and knows what may go on and from when. Which thread runs what is up to its
// user, who may also run a task ahead of others: what happens in between counts by its time, not by its turn.
class Execution {
 public:
  enum class Stop : uint8_t { kWork, kBlocked, kEnd, kAcquire, kRelease };
  struct Pause {
    Stop stop = Stop::kEnd;
    uint64_t value = 0;  // ns of work, or the lock
  };

  // What the runtime took for itself takes time only `with_overhead`.
  Execution(const Section& section, const Speeds& speeds, bool with_overhead);

  // Lets a task go on at `*now_ns` until it works, waits, ends, or does something to a lock; where that can be later
  // only, `*now_ns` becomes later.
  Pause run(uint32_t task, uint64_t* now_ns);

  struct Due {
    uint32_t number;
    uint64_t ns;
  };
  // What has happened since they were emptied last.
  std::vector<Due> ready;      // tasks that may begin
  std::vector<Due> unblocked;  // tasks that may go on
  std::vector<Due> completed;  // explicit tasks
  std::vector<Due> forked;     // regions that began
  std::vector<Due> joined;     // regions that ended

  // Tasks that nobody starts: initial ones, and those whose creation was not seen.
  const std::vector<uint32_t>& roots() const { return roots_; }
  bool is_over() const { return ended_ == section_.tasks.size(); }
  bool is_waiting(uint32_t task) const { return states_[task].wait != Wait::kNothing; }
  // What a task waits for by running others: itself (a taskwait), or anything of its region.
  bool waits_for_descendants(uint32_t task) const { return states_[task].wait == Wait::kTaskwait; }
  bool waits_for_tasks(uint32_t task) const {
    const Wait wait = states_[task].wait;
    return wait != Wait::kNothing && wait != Wait::kJoin;
  }
  // The task that it waits for, which it created undeferred; kNone if there is none.
  bool awaits(uint32_t task, uint32_t child) const {
    return states_[task].wait == Wait::kUndeferred && states_[task].awaited == child;
  }

 private:
  enum class Wait : uint8_t { kNothing, kTaskwait, kGroup, kBarrier, kJoin, kUndeferred };
  struct State {
    uint32_t step = kNone;
    uint32_t unmet = 0;     // reasons not to begin
    uint32_t children = 0;  // not complete
    uint32_t awaited = kNone;
    uint64_t begin_ns = 0;     // when the last of these reasons went
    uint64_t children_ns = 0;  // when the last child was complete
    uint64_t end_ns = 0;       // of its body, or of the event that it needs
    Wait wait = Wait::kNothing;
    bool body_done = false;
    bool fulfilled = false;
    bool complete = false;
  };
  struct Team {
    uint32_t inside = 0;
    uint32_t arrived = 0;
    uint32_t unfinished = 0;  // explicit tasks
    uint64_t ns = 0;          // latest arrival, completion, end
  };
  struct Group {
    uint32_t unfinished = 0;
    uint32_t waiter = kNone;
    uint64_t ns = 0;  // latest completion
  };
  struct Members {
    uint32_t unfinished = 0;
    uint64_t ns = 0;  // latest completion
  };

  bool take(uint32_t task, const Step& step, uint64_t* now_ns);  // false: the task waits
  bool create(uint32_t task, uint32_t child, uint64_t now_ns);
  bool fork(uint32_t task, uint32_t region, uint64_t now_ns);
  void fulfil(uint32_t task, uint64_t now_ns);
  void release(uint32_t region);
  void unblock(uint32_t task, uint64_t now_ns);
  void meet(uint32_t task, uint64_t now_ns);
  void end(uint32_t task, uint64_t now_ns);
  void complete(uint32_t task, uint64_t now_ns);
  void leave_generations(const Task& record, uint64_t now_ns);
  uint64_t scaled(const Step& step) const;

  const Section& section_;
  const Speeds& speeds_;
  const bool with_overhead_;
  std::vector<State> states_;
  std::vector<Team> teams_;
  std::vector<Group> groups_;
  std::vector<Members> generations_;
  std::vector<uint32_t> roots_;
  size_t ended_ = 0;
};

}  // namespace limpid::cli::tracing
