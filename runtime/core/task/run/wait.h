// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting inside a task, running other tasks in the meantime.
#pragma once

#include "base/check.h"
#include "core/data/team.h"
#include "core/data/wait_scope.h"
#include "core/task/detach/in_flight.h"
#include "core/task/queue/ready.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/deferred_completions.h"
#include "events/emit.h"
#include "sync/backoff.h"

namespace limpid::core {

// A taskwait here would have no effect and emit no event that a tool observes.
template <class A>
inline bool taskwait_is_empty(const Thread& self) {
  constexpr uint64_t kEvents =
      events::bit(events::EventId::sync_region) | events::bit(events::EventId::sync_wait);
  const Task& current = *self.task;
  return !(A::kEmits && events::is_any_observed(kEvents)) && current.family.children.left() == 0 &&
         current.dependences == nullptr;
}

// A taskyield here would find nothing to run.
inline bool taskyield_is_empty(const Thread& self) {
  return !self.team->tasks.used.load(std::memory_order_relaxed);
}

// taskwait: until all children of the current task are complete. Built for events::Observed and
// events::Unobserved.
template <class A>
void taskwait(Thread& self);

// taskwait with dependences: until the earlier children of the current task that they name are complete.
// Built for events::Observed and events::Unobserved.
template <class A>
void taskwait_depend(Thread& self, const events::Dependence* dependences, uint32_t count);

inline void taskwait_depend(Thread& self, const events::Dependence* dependences, uint32_t count) {
  self.observers.are_absent() ? taskwait_depend<events::Unobserved>(self, dependences, count)
                              : taskwait_depend<events::Observed>(self, dependences, count);
}

// taskyield: runs one descendant of the current task, if there is a ready one.
void taskyield(Thread& self);

// Sleeps in the current task until the goal is reached or a descendant of the task is ready. May return
// early.
//
// Orders   the thread that reaches the goal notifies the slot's parker afterwards. [help.announce] helpers
//          and wants_work are set before the second check here; the thread that pushes a task loads both
//          after the push. All are sequentially consistent, so one of the two threads sees the other.
template <class Goal>
void sleep_in_task(Thread& self, Task& current, Goal& goal) {
  TeamTasks& tasks = self.team->tasks;
  LIMPID_DCHECK(!current.wants_work.load(std::memory_order_relaxed) && self.task == &current);
  goal.begin_sleep();
  tasks.helpers.fetch_add(1, std::memory_order_seq_cst);      // [help.announce]
  current.wants_work.store(true, std::memory_order_seq_cst);  // [help.announce]
  self.member->mailbox.parker.sleep_unless(
      [&] { return goal.reached_in_sleep() || goal.help_is_visible(self, current); });
  // Either this exchange or the one in wake_waiting_ancestor() clears the flag, and that thread counts down
  // helpers.
  if (current.wants_work.exchange(false, std::memory_order_relaxed))
    tasks.helpers.fetch_sub(1, std::memory_order_relaxed);
  goal.end_sleep();
}

// Waits in the current task until the goal is reached, and runs descendants of the task in the meantime.
// Goal: reached() while awake; begin_sleep(), reached_in_sleep(), end_sleep(); find_help() takes a task that
// may run in the meantime, help_is_visible() is the second check before sleep. Wait: begin() and end(Team*),
// any number of times, around the intervals in which no task runs.
template <class Goal, class Wait>
void help_until(Thread& self, Goal& goal, Wait& wait) {
  Task& current = *self.task;
  sync::Backoff backoff(self.team->spin_policy, self.spin_limit);
  while (!goal.reached()) {
    if (Task* task = goal.find_help(self, current)) {
      wait.end(self.team);
      run_task(self, *task, events::TaskSwitch::other);
      LIMPID_DCHECK(self.task == &current);  // the task that helped is complete, or waits for its event
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

// Everything that is counted is complete.
struct NothingLeft : AnyHelp {
  explicit NothingLeft(PendingCount& what) : count(what) {}
  PendingCount& count;
  bool reached() const { return count.left() == 0; }
  void begin_sleep() { count.begin_sleep(); }
  bool reached_in_sleep() const { return count.finished_in_sleep(); }
  void end_sleep() { count.end_sleep(); }
};

}  // namespace limpid::core
