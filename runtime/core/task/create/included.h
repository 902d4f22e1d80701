// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included tasks of the simplest kind, which are complete before their creation returns.
//
// They have no dependences, event, priority or copy function. create_task and run_task in one function.
#pragma once

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/run/ancestry.h"
#include "core/task/run/discard.h"
#include "core/task/run/finish.h"
#include "core/task/run/run.h"

namespace limpid::core {

// True if such a task would be complete before its creation returns: it is undeferred, or no other thread
// could run it, or the deque is full.
inline bool ends_at_once(Thread& self, bool deferrable) {
  return !deferrable || self.team->size == 1 || self.task->is(kTaskFinal) ||
         !self.member->tasks.ready.has_room();
}

// Creates and runs one. The body gets data itself, not a copy. Built for events::Observed and
// events::Unobserved.
template <class A>
void run_included_task(Thread& self, Task::Body body, void* data, uint32_t flags);

// Several tasks with the same parent, run one after another without other work of the parent in between. One
// header serves them all, unless a task leaves children behind. Emits no events for these tasks.
class IncludedSeries {
 public:
  // data: each task's, filled in by the caller before it runs. created_at: return address of the construct.
  IncludedSeries(Thread& self, Task::Body body, uint32_t flags, void* data, const void* created_at);
  ~IncludedSeries();
  IncludedSeries(const IncludedSeries&) = delete;
  IncludedSeries& operator=(const IncludedSeries&) = delete;

  // Runs so many tasks, at least one. prepare() fills in the data of the next one. The caller's frame is the one between
  // the program's code and the runtime.
  template <class Prepare>
  [[gnu::always_inline]] void run(uint64_t tasks, Prepare prepare);

 private:
  Task& make_header();
  void discard_task();
  Task& leave_header();  // to the children that the task left; returns the header of the next task

  Thread& self_;
  Task& parent_;
  const Task::Body body_;
  const uint32_t flags_;
  void* const data_;
  const void* const created_at_;
  const State outer_;
  Task* task_;
};

// As run_included_task. Sets the fields that differ between the tasks of a series. What does not differ is kept in
// registers: a task's own code may be shorter than reading it again.
template <class Prepare>
inline void IncludedSeries::run(uint64_t tasks, Prepare prepare) {
  LIMPID_DCHECK(tasks > 0);
  Thread& self = self_;
  Task& parent = parent_;
  Task* task = task_;
  do {
    LIMPID_DCHECK(self.task == &parent);  // no other task runs in between, so one header serves all
    prepare();
    if (is_cancelled(parent)) [[unlikely]] {
      discard_task();
      continue;
    }
    task->icvs = parent.icvs;
    task->id = new_task_id(self);
    task->tool_word = 0;
    LIMPID_DCHECK(self.state.load(std::memory_order_relaxed) == working_state(self));
    self.task = task;
    task->frame.set_exit(platform::current_frame_pointer());
    body_(data_);
    task->frame.set_exit(nullptr);
    LIMPID_DCHECK(self.task == task);
    self.task = &parent;
    if (!is_bare(*task)) [[unlikely]]
      task = &leave_header();
  } while (--tasks != 0);
}

}  // namespace limpid::core
