// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running a task: the changes of the thread's state and current task before and after its code.
#include "core/task/run/run.h"
#include "base/check.h"
#include "core/task/depend/dependence.h"
#include "core/task/detach/detach.h"
#include "core/task/detach/in_flight.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/deferred_completions.h"
#include "core/task/run/discard.h"
#include "core/task/run/finish.h"
#include "events/emit.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

using events::TaskSwitch;

void make_current(Thread& self, Task& task) {
  self.task = &task;
  self.state.store(working_state(self), std::memory_order_relaxed);
}

}  // namespace

// Thread::task changes last before the task's code, and after it before the task is finished. So a signal
// handler never finds a current task that is not fully set.
template <class A>
void enter_task(Thread& self, Task& task, TaskSwitch reason) {
  Task& prior = *self.task;
  LIMPID_DCHECK(task.thread.load(std::memory_order_relaxed) == nullptr && &task != &prior);
  sync::writes_plain(&task.member);
  task.suspended = &prior;
  task.member = self.member;
  task.thread.store(&self, std::memory_order_relaxed);
  events::emit_as<A, events::TaskSchedule>(self, prior, reason, &task);
  make_current(self, task);
  if (A::kEmits && task.is(kTaskChunk))
    events::emit<events::Dispatch>(self, *task.team, task, events::DispatchKind::taskloop_chunk,
                                   events::Dispatch::Chunk{task.chunk.first, task.chunk.count});
}

namespace {

// False: the task is detached, and another thread completes it. Tools observe a task in flight as one that
// waits for its event.
[[gnu::cold, gnu::noinline]] bool completes_now(Thread& self, Task& task, Task& prior) {
  if (task.is(kTaskDetachable)) return event_is_fulfilled(self, task, prior);
  if (task.async_handle == nullptr) return true;
  events::emit<events::TaskSchedule>(self, task, TaskSwitch::detach, &prior);
  task.thread.store(nullptr, std::memory_order_relaxed);
  return false;
}

}  // namespace

// A task that began without observers and is left by the same code emits no event at its end, even if there
// is an observer by then.
template <class A>
bool leave_task(Thread& self, Task& task, State outer, const void* caller) {
  LIMPID_DCHECK(self.task == &task && task.thread.load(std::memory_order_relaxed) == &self);
  Task& prior = *task.suspended;
  const uint32_t later = task.flags & kMayEndLater;
  const bool complete = later == 0 || completes_now(self, task, prior);
  if (complete) events::emit_as<A, events::TaskSchedule>(self, task, reason_of_end(task), &prior);
  self.state.store(outer, std::memory_order_relaxed);
  self.task = &prior;
  self.return_address = caller;
  if (complete) finish_task(self, task, Completion::slot);
  if (!complete && later == kTaskOffloads) [[unlikely]]
    put_in_flight(task);
  return complete;
}

namespace {

void emit_discard(Thread& self, Task& task) {
  bool region = task.team->cancelled.load(std::memory_order_relaxed);
  events::emit<events::Cancel>(self, task,
                               region ? events::CancelKind::parallel : events::CancelKind::taskgroup,
                               events::CancelStage::discarded_task, task.created_at);
}

}  // namespace

[[gnu::cold]] void run_destructors(Thread& self, Task& task) {
  Task& prior = *self.task;
  const State outer = self.state.load(std::memory_order_relaxed);
  const void* caller = self.return_address;
  task.suspended = &prior;
  task.member = self.member;
  task.thread.store(&self, std::memory_order_relaxed);
  LIMPID_DCHECK(task.constructed);
  task.cancelled = true;
  make_current(self, task);
  call_body(task);
  self.state.store(outer, std::memory_order_relaxed);
  self.task = &prior;
  self.return_address = caller;
}

[[gnu::cold]] void discard_task(Thread& self, Task& task) {
  emit_discard(self, task);
  if (task.constructed) run_destructors(self, task);
  finish_task(self, task, Completion::slot);
}

template <class A>
bool run_task(Thread& self, Task& task, TaskSwitch reason) {
  LIMPID_DCHECK(task.graph.unmet.load(std::memory_order_relaxed) == 0);
  report_completions_before(self, task);
  if (is_cancelled(task) && can_be_discarded(task)) [[unlikely]] {
    discard_task(self, task);
    return true;
  }
  // A taskwait with nowait whose predecessors are complete: tools observe that it completes without having
  // run.
  if (A::kEmits && task.is(kTaskTaskwait)) [[unlikely]] {
    events::emit<events::TaskSchedule>(self, task, TaskSwitch::taskwait_complete, nullptr);
    finish_task(self, task, Completion::slot);
    return true;
  }
  const State outer = self.state.load(std::memory_order_relaxed);
  const void* caller = self.return_address;
  enter_task<A>(self, task, reason);
  call_body(task);
  return leave_task<A>(self, task, outer, caller);
}

template void enter_task<events::Observed>(Thread&, Task&, TaskSwitch);
template void enter_task<events::Unobserved>(Thread&, Task&, TaskSwitch);
template bool leave_task<events::Observed>(Thread&, Task&, State, const void*);
template bool leave_task<events::Unobserved>(Thread&, Task&, State, const void*);
template bool run_task<events::Observed>(Thread&, Task&, TaskSwitch);
template bool run_task<events::Unobserved>(Thread&, Task&, TaskSwitch);

void begin_member_tasks(Member& member) {
  Task& task = member.implicit_task;
  LIMPID_DCHECK(task.family.children.left() == 0);  // the last region did not end before
  release_member_tasks(member);
  task.member = &member;
  task.family.children.reset();
  task.flags = 0;
  task.cancelled = false;
  task.group = static_cast<TaskGroup*>(member.team->reductions.of_region);
}

void release_member_tasks(Member& member) {
  Task& task = member.implicit_task;
  if (task.dependences != nullptr) release_table(this_thread(), task);
}

}  // namespace limpid::core
