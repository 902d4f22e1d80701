// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a thread learns at a barrier from the tasks that it steals: whether they are worth it.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/policy.h"

namespace limpid::core {

// The thread polls for a moment only: in a crowded team, or with a passive wait policy.
inline bool gives_way(const Thread& self) {
  return self.team->spin_policy->spin_ns == 0;
}

// Whether the thread still rests. In a crowded team others may need its processor.
bool rests(Thread& self);

// Stolen tasks, in the sum, took as long as it takes to move them between processors. What that is depends on the
// machine: about what the theft took, some times over, as the thief and the tasks' creator then fetch from each
// other what the task needs and what counts its end.
constexpr bool are_worth_moving(uint32_t tasks, int64_t ran_ns, int64_t theft_ns) {
  return ran_ns >= std::max(tasks * policy::kWorthMovingNs, theft_ns * policy::kWorthThefts);
}

// One find of a task and the tasks that came from it, from its construction on. If the tasks were not worth moving,
// their creator should run them: the thief then rests, twice as long after each such theft, up to a limit.
// Meanwhile it waits as usual, but does not look for tasks (see poll_for_tasks()). In a crowded team the creators of
// other tasks may need its processor, so it rests after own tasks as well.
class StealSession {
 public:
  explicit StealSession(Thread& self);
  ~StealSession();
  StealSession(const StealSession&) = delete;
  StealSession& operator=(const StealSession&) = delete;

  // Runs own tasks in the order of their creation, where they are many and long.
  void run_siblings();
  // Runs a task that was found.
  void run(Task& task);
  bool any() const { return tasks_ != 0 || ran_siblings_; }

 private:
  void note_found();
  void learn();

  Thread& self_;
  const int64_t begin_ns_;
  int64_t found_ns_ = 0;  // when the first task began
  int64_t theft_ns_ = 0;
  uint32_t tasks_ = 0;
  bool ran_siblings_ = false;
};

}  // namespace limpid::core
