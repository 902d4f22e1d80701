// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One wait in progress: whether to poll again, or to sleep.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"
#include "sync/spin_limit.h"

namespace limpid::sync {

// How long a waiter keeps a processor before it sleeps. A property of a team: depends on OMP_WAIT_POLICY and
// on whether there are more threads than processors.
struct SpinPolicy {
  uint32_t spins;        // polls with a pause between them, before the first yield
  uint32_t yields;       // polls with sched_yield between them, after the spins
  int64_t spin_ns;       // after the spins: polls and yields in turn, until this much time has passed
  bool adapts = false;   // the thread's SpinLimit holds: the user has not asked for a way of waiting
  bool crowded = false;  // the process has more threads in teams than processors
  bool in_loop = false;  // a wait inside a worksharing construct: the awaited member is usually ready to run
  bool parts = false;    // with crowded: the team itself has processors enough, so members may part

  // Waits that outlast the spins poll up to the thread's learned limit, and update it.
  [[nodiscard]] bool polls_as_learned() const { return adapts && spin_ns > 0; }
};

// One wait in progress: call again() between polls; false means that it is time to sleep. The end of the
// wait, by destruction or reset(), updates the thread's SpinLimit.
class Backoff {
 public:
  Backoff(const SpinPolicy& spin_policy, SpinLimit& limit) : policy_(spin_policy), limit_(limit) {
    if (limit.is_shared()) [[unlikely]]
      skip_spins();
  }
  ~Backoff() {
    if (begin_ns_ != 0) [[unlikely]]
      learn();
  }
  Backoff(const SpinPolicy&&, SpinLimit&) = delete;  // the spin policy outlives the wait
  Backoff(const Backoff&) = delete;
  Backoff& operator=(const Backoff&) = delete;

  bool again() {
    if (polls_ < policy_.spins) [[likely]] {
      ++polls_;
      relax();
      return true;
    }
    return again_slow();
  }

  // The thread polls for tasks as well, for which threads compete: fewer awake threads are better then.
  void helps() { helps_ = true; }

  // The thread found work: the next wait starts from the beginning.
  void reset() {
    if (begin_ns_ != 0) [[unlikely]]
      learn();
    polls_ = 0, yields_ = 0, begin_ns_ = 0, slept_ = false, looks_ = true;
    poll_times_.sleep();
  }

 private:
  void skip_spins();
  bool again_slow();
  bool again_as_requested(int64_t now);
  bool again_as_learned(int64_t now, int64_t gap);
  bool again_crowded(int64_t now, int64_t gap);
  bool again_beside_teams(int64_t now);
  [[nodiscard]] bool loses_turns_at(int64_t now) const;
  bool skips_clock();
  void note_yield_time(int64_t begin);
  void note_lost_turn(int64_t now);
  [[nodiscard]] bool first_yield_ended_it() const;
  [[nodiscard]] bool may_yield_on(int64_t now) const;
  bool yield_once();
  bool part(int64_t now);
  void note_awake(int64_t now);
  void learn();

  const SpinPolicy& policy_;
  SpinLimit& limit_;
  uint32_t polls_ = 0;
  uint32_t yields_ = 0;
  int64_t begin_ns_ = 0;  // when the spins were used up; 0: not yet
  bool slept_ = false;
  int64_t asleep_since_ns_ = 0;  // 0: the thread is awake
  bool helps_ = false;
  bool looks_ = true;  // for a turn that a yield has cost; see skips_clock()
  PollTimes poll_times_;
};

}  // namespace limpid::sync
