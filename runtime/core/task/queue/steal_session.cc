// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures thefts and stolen tasks, and lets the thief rest.
#include "core/task/queue/steal_session.h"

#include "base/check.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/deferred_completions.h"
#include "core/task/run/siblings.h"
#include "platform/clock.h"
#include "sync/give_way.h"

namespace limpid::core {

bool rests(Thread& self) {
  MemberTasks& mine = self.member->tasks;
  if (platform::monotonic_ns() >= mine.rests_until_ns) {
    mine.rests_until_ns = 0;
    return false;
  }
  if (gives_way(self)) sync::give_way();
  return true;
}

StealSession::StealSession(Thread& self) : self_(self), begin_ns_(platform::monotonic_ns()) {
  LIMPID_DCHECK(!self.member->tasks.at_barrier && self.task == &self.member->implicit_task);
  self.member->tasks.at_barrier = true;
  self.member->tasks.stole = false;
}

StealSession::~StealSession() {
  self_.member->tasks.at_barrier = false;
  report_completions(self_);
  if (tasks_ == 0 || !policy::enabled(policy::steal_pause)) return;
  if (self_.member->tasks.stole || gives_way(self_)) learn();
}

void StealSession::run_siblings() {
  ran_siblings_ = run_many_siblings(self_) != 0;
}

void StealSession::run(Task& task) {
  if (tasks_ == 0) note_found();
  run_task(self_, task, events::TaskSwitch::other);
  ++tasks_;
}

// The time that the thief gave away before the theft is no part of it.
void StealSession::note_found() {
  found_ns_ = platform::monotonic_ns();
  theft_ns_ = found_ns_ - std::max(begin_ns_, self_.member->tasks.yielded_ns);
  LIMPID_DCHECK(theft_ns_ >= 0);
}

void StealSession::learn() {
  const int64_t now = platform::monotonic_ns();
  MemberTasks& mine = self_.member->tasks;
  if (are_worth_moving(tasks_, now - found_ns_, theft_ns_)) {
    mine.pause_ns = 0;
    return;
  }
  mine.pause_ns =
      mine.pause_ns == 0 ? policy::kShortestPauseNs : std::min(mine.pause_ns * 2, policy::kLongestPauseNs);
  mine.rests_until_ns = now + mine.pause_ns;
}

}  // namespace limpid::core
