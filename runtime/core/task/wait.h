// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting inside a task, and running others meanwhile.
#pragma once

#include "base/check.h"
#include "core/barrier/wait_events.h"
#include "core/task/deferred_completions.h"
#include "core/task/in_flight.h"
#include "core/task/ready.h"
#include "core/task/scheduling.h"
#include "core/team/team.h"
#include "events/emit.h"
#include "sync/backoff.h"

namespace limpid::core {

// A taskwait here would do nothing that anybody could notice.
template <class A>
inline bool taskwait_is_empty(const Thread& self) {
  constexpr uint64_t kEvents =
      events::bit(events::EventId::sync_region) | events::bit(events::EventId::sync_wait);
  const Task& current = *self.task;
  return !(A::kEmits && events::is_any_observed(kEvents)) && current.children.left() == 0 &&
         current.dependences == nullptr;
}

// A taskyield here would find nothing to run.
inline bool taskyield_is_empty(const Thread& self) {
  return !self.team->tasks.used.load(std::memory_order_relaxed);
}

// taskwait: until all children of the current task are complete. Built for events::Observed and events::Unobserved.
template <class A>
void taskwait(Thread& self);

// taskwait with dependences: until the earlier siblings-to-be that they name are complete. Likewise.
template <class A>
void taskwait_depend(Thread& self, const events::Dependence* dependences, uint32_t count);

inline void taskwait_depend(Thread& self, const events::Dependence* dependences, uint32_t count) {
  self.observers.are_absent() ? taskwait_depend<events::Unobserved>(self, dependences, count)
                              : taskwait_depend<events::Observed>(self, dependences, count);
}

// taskyield: runs one descendant of the current task, if there is a ready one.
void taskyield(Thread& self);

// A wait inside a task that is no synchronization construct for tools: only the state word tells.
class QuietWait {
 public:
  QuietWait(Thread& self, State state) : self_(self), state_(state) {}
  void begin() {
    if (waiting_) return;
    waiting_ = true;
    working_state_ = self_.state.load(std::memory_order_relaxed);
    self_.state.store(state_, std::memory_order_relaxed);
  }
  void end(Team*) {
    if (!waiting_) return;
    waiting_ = false;
    LIMPID_DCHECK(self_.state.load(std::memory_order_relaxed) == state_);
    self_.state.store(working_state_, std::memory_order_relaxed);
  }

 private:
  Thread& self_;
  State state_;
  State working_state_ = State::undefined;
  bool waiting_ = false;
};

// Sleeps in the current task until the goal is reached or a descendant of the task is ready. May return
// early.
//
// Orders   who reaches the goal notifies the slot's parker after it; who pushes a task looks at helpers and
//          wants_work after it. Both announcements come before the second look here.
template <class Goal>
void sleep_in_task(Thread& self, Task& current, Goal& goal) {
  TeamTasks& tasks = self.team->tasks;
  LIMPID_DCHECK(!current.wants_work.load(std::memory_order_relaxed) && self.task == &current);
  goal.begin_sleep();
  tasks.helpers.fetch_add(1, std::memory_order_seq_cst);
  current.wants_work.store(true, std::memory_order_seq_cst);
  self.member->mailbox.parker.sleep_unless(
      [&] { return goal.reached_in_sleep() || goal.help_is_visible(self, current); });
  if (current.wants_work.exchange(false, std::memory_order_seq_cst))
    tasks.helpers.fetch_sub(1, std::memory_order_relaxed);
  goal.end_sleep();
}

// Waits in the current task until the goal is reached; runs descendants of it meanwhile.
// Goal: reached() while awake; begin_sleep(), reached_in_sleep(), end_sleep(); find_help() takes a task that
// may be run meanwhile, help_is_visible() is the second look before sleep. Wait: begin() and end(Team*), any
// number of times, around the intervals of true waiting.
template <class Goal, class Wait>
void help_until(Thread& self, Goal& goal, Wait& wait) {
  Task& current = *self.task;
  sync::Backoff backoff(self.team->spin_policy, self.spin_limit);
  while (!goal.reached()) {
    if (Task* task = goal.find_help(self, current)) {
      wait.end(self.team);
      run_task(self, *task, events::TaskSwitch::other);
      LIMPID_DCHECK(self.task == &current);  // the helping task is behind, or waits for its event
      backoff.reset();
      continue;
    }
    report_completions(self);
    wait.begin();
    if (tasks_in_flight() && help_in_flight(self)) [[unlikely]] {
      backoff.reset();
      continue;
    }
    if (!backoff.again()) sleep_in_task(self, current, goal);
  }
  report_completions(self);
  wait.end(self.team);
}

// Any descendant of the current task helps.
struct AnyHelp {
  Task* find_help(Thread& self, Task& current) const { return find_descendant(self, current); }
  bool help_is_visible(Thread& self, Task& current) const { return descendant_visible(self, current); }
};

// Nothing of what is counted is left.
struct NothingLeft : AnyHelp {
  explicit NothingLeft(PendingCount& what) : count(what) {}
  PendingCount& count;
  bool reached() const { return count.left() == 0; }
  void begin_sleep() { count.begin_sleep(); }
  bool reached_in_sleep() const { return count.finished_in_sleep(); }
  void end_sleep() { count.end_sleep(); }
};

}  // namespace limpid::core
