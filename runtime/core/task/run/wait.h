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
#include "core/task/run/slot_sleep.h"
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
  self.observers.are_absent_in_tasks() ? taskwait_depend<events::Unobserved>(self, dependences, count)
                                       : taskwait_depend<events::Observed>(self, dependences, count);
}

// taskyield: runs one descendant of the current task, if there is a ready one.
void taskyield(Thread& self);

// Sleeps in the current task until the goal is reached or a descendant of ancestor, a task that the thread runs or
// has suspended, is ready. May return early.
//
// Orders   the thread that reaches the goal notifies the slot's parker afterwards. [help.announce] see TaskSleepers.
template <class Goal>
void sleep_for_descendants(Thread& self, Task& ancestor, Goal& goal) {
  TeamTasks& tasks = self.team->tasks;
  LIMPID_DCHECK(!ancestor.wants_work.load(std::memory_order_relaxed) && ancestor.member == self.member);
  goal.begin_sleep();
  tasks.sleepers.count();
  ancestor.wants_work.store(true, std::memory_order_release);  // pairs with wake_waiting_ancestor()
  tasks.sleepers.announce();
  self.member->mailbox.parker.sleep_unless(
      [&] { return goal.reached_in_sleep() || goal.help_is_visible(self, ancestor); });
  // Either this exchange or the one in wake_waiting_ancestor() clears the flag, and that thread counts down.
  if (ancestor.wants_work.exchange(false, std::memory_order_relaxed)) tasks.sleepers.discount();
  goal.end_sleep();
}

// The same for a thread that may run any task: it counts as idle. If the goal woke it, a thread that pushed a task
// meanwhile may rely on it, so it passes the wake-up on.
template <class Goal>
void sleep_for_any_task(Thread& self, Goal& goal) {
  Team& team = *self.team;
  goal.begin_sleep();
  sleep_at_slot(team, *self.member, [&] { return goal.reached_in_sleep(); });
  goal.end_sleep();
  if (goal.reached() && team.tasks.idle.may_wake() && tasks_visible(team)) wake_for(team, nullptr);
}

// Waits in the current task until the goal is reached, and runs other tasks in the meantime. Goal: reached() while
// awake; begin_sleep(), reached_in_sleep(), end_sleep(); constraint() as scheduling_constraint(); find_help() takes
// a task that may run in the meantime and descends from the given one, find_hidden_help() one for which it has to move
// others, help_is_visible() is the second check before
// sleep. Wait: begin() and end(Team*), any number of times, around the intervals in which no task runs.
template <class Goal, class Wait>
class Helping {
 public:
  Helping(Thread& self, Goal& goal, Wait& wait)
      : self_(self),
        current_(*self.task),
        goal_(goal),
        wait_(wait),
        backoff_(self.team->spin_policy, self.spin_limit) {
    backoff_.helps();
  }

  void until_reached() {
    while (!goal_.reached()) {
      if (help_descendants() || take_detour()) continue;
      report_completions(self_);
      wait_.begin();
      if (tasks_in_flight() && help_in_flight(self_)) [[unlikely]] {
        backoff_.reset();
        continue;
      }
      if (!backoff_.again()) sleep();
    }
    report_completions(self_);
    wait_.end(self_.team);
  }

 private:
  bool help_descendants() {
    Task* task = goal_.find_help(self_, current_);
    if (task == nullptr) return false;
    run(*task);
    return true;
  }

  // Runs a task that the scheduling constraint permits and that does not descend from the current one.
  bool take_detour() {
    if (!knows_constraint_) constraint_ = goal_.constraint(self_);
    knows_constraint_ = true;
    if (constraint_ == &current_) return false;
    Task* task = constraint_ == nullptr ? find_task(self_) : goal_.find_help(self_, *constraint_);
    if (task == nullptr) return false;
    MemberTasks& mine = self_.member->tasks;
    ++mine.detours;
    run(*task);
    LIMPID_DCHECK(mine.detours > 0);
    --mine.detours;
    return true;
  }

  void run(Task& task) {
    wait_.end(self_.team);
    run_task(self_, task, events::TaskSwitch::other);
    LIMPID_DCHECK(self_.task == &current_);  // the task that helped is complete, or waits for its event
    backoff_.reset();
  }

  void sleep() {
    if (knows_constraint_ && constraint_ == nullptr) return sleep_for_any_task(self_, goal_);
    Task& ancestor = knows_constraint_ ? *constraint_ : current_;
    if (Task* task = goal_.find_hidden_help(self_, ancestor)) return run(*task);
    sleep_for_descendants(self_, ancestor, goal_);
  }

  Thread& self_;
  Task& current_;
  Goal& goal_;
  Wait& wait_;
  sync::Backoff backoff_;
  Task* constraint_ = nullptr;
  bool knows_constraint_ = false;
};

template <class Goal, class Wait>
void help_until(Thread& self, Goal& goal, Wait& wait) {
  Helping<Goal, Wait>(self, goal, wait).until_reached();
}

// Any task helps that may run.
struct AnyHelp {
  Task* constraint(Thread& self) const { return scheduling_constraint(self); }
  Task* find_help(Thread& self, Task& ancestor) const { return find_descendant(self, ancestor); }
  Task* find_hidden_help(Thread& self, Task& ancestor) const {
    return find_hidden_descendant(self, ancestor);
  }
  bool help_is_visible(Thread& self, Task& ancestor) const { return descendant_visible(self, ancestor); }
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
