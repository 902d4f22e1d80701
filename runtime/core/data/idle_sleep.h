// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One sleep of a member that could run a task.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/member_tasks.h"
#include "core/data/policy.h"
#include "core/data/team_tasks.h"

namespace limpid::core {

// From its construction to its end the member counts as idle: it announces its sleep, and checks for tasks, in between. It
// keeps the watch (see IdleCount) where nobody does, for a limited time, and longer each time in which no task came. At
// last it sleeps until it is woken.
class IdleSleep {
 public:
  IdleSleep(TeamTasks& tasks, MemberTasks& mine) : tasks_(tasks), mine_(mine) {
    tasks.idle.begin();
    if (may_watch() && tasks.idle.begin_watch())
      limit_ns_ = policy::kShortestWatchNs << mine.watches++;
    else
      mine.watches = 0;
  }
  ~IdleSleep() {
    limit_ns_ != 0 ? tasks_.idle.end_watch() : tasks_.idle.end();
    mine_.was_asleep = true;
  }
  IdleSleep(const IdleSleep&) = delete;
  IdleSleep& operator=(const IdleSleep&) = delete;

  // Sleeps at the place (a gate or a parker) unless the condition is true. May return early.
  template <class Place, class Condition>
  void sleep_unless(Place& place, Condition&& condition) {
    if (limit_ns_ != 0)
      place.sleep_unless_for(limit_ns_, condition);
    else
      place.sleep_unless(condition);
  }

 private:
  bool may_watch() const {
    LIMPID_DCHECK(mine_.watches <= policy::kWatches);
    return policy::enabled(policy::lone_tasks) && mine_.watches < policy::kWatches &&
           tasks_.used.load(std::memory_order_relaxed);
  }

  TeamTasks& tasks_;
  MemberTasks& mine_;
  int64_t limit_ns_ = 0;  // 0: none
};

}  // namespace limpid::core
