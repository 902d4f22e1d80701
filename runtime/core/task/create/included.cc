// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running included tasks, one at a time or in a series with one header.
#include "core/task/create/included.h"

#include "core/task/create/create.h"
#include "core/task/create/fill_header.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/discard.h"
#include "core/task/run/finish.h"
#include "core/task/run/run.h"
#include "events/emit.h"
#include "platform/cpu.h"

namespace limpid::core {
namespace {

[[gnu::cold, gnu::noinline]] void create_undeferred(Thread& self, Task::Body body, void* data,
                                                    uint32_t flags) {
  TaskSpec spec;
  spec.body = body;
  spec.data = data;
  spec.flags = flags;
  spec.deferrable = false;
  create_task(self, spec);
}

[[gnu::always_inline]] inline Task& make_header_of(Thread& self, Task& parent, Task::Body body,
                                                   uint32_t flags) {
  Task& task = *self.memory.allocate(0);
  fill_header(self, parent, task, body, 0, flags | (parent.flags & kTaskFinal) | kTaskUndeferred,
              TaskKind::explicit_);
  task.suspended = &parent;
  task.thread.store(&self, std::memory_order_relaxed);
  return task;
}

}  // namespace

// Calls the body directly: this function's frame is the one between the program's code and the runtime.
template <class A>
void run_included_task(Thread& self, Task::Body body, void* data, uint32_t flags) {
  Task& parent = *self.task;
  if (is_cancelled(parent)) [[unlikely]] {
    create_undeferred(self, body, data, flags);
    return;
  }
  Task& task = make_header_of(self, parent, body, flags);
  task.data = data;
  events::emit_as<A, events::TaskCreate>(self, parent, task, false, task.created_at);
  events::emit_as<A, events::TaskSchedule>(self, parent, events::TaskSwitch::other, &task);
  const State outer = self.state.load(std::memory_order_relaxed);
  const State working = working_state(self);
  self.task = &task;
  if (outer != working) [[unlikely]]
    self.state.store(working, std::memory_order_relaxed);
  task.frame.set_exit(platform::current_frame_pointer());
  body(data);
  task.frame.set_exit(nullptr);
  events::emit_as<A, events::TaskSchedule>(self, task, reason_of_end(task), &parent);
  if (outer != working) [[unlikely]]
    self.state.store(outer, std::memory_order_relaxed);
  self.task = &parent;
  self.return_address = task.created_at;
  finish_included_task(self, task);
}

template void run_included_task<events::Observed>(Thread&, Task::Body, void*, uint32_t);
template void run_included_task<events::Unobserved>(Thread&, Task::Body, void*, uint32_t);

IncludedSeries::IncludedSeries(Thread& self, Task::Body body, uint32_t flags, void* data,
                               const void* created_at)
    : self_(self),
      parent_(*self.task),
      body_(body),
      flags_(flags),
      data_(data),
      created_at_(created_at),
      outer_(self.state.load(std::memory_order_relaxed)),
      task_(&make_header()) {
  self_.state.store(working_state(self_), std::memory_order_relaxed);
}

IncludedSeries::~IncludedSeries() {
  finish_included_task(self_, *task_);
  self_.state.store(outer_, std::memory_order_relaxed);
}

Task& IncludedSeries::make_header() {
  Task& task = make_header_of(self_, parent_, body_, flags_);
  task.created_at = created_at_;
  task.data = data_;
  return task;
}

void IncludedSeries::discard_task() {
  self_.return_address = created_at_;
  create_undeferred(self_, body_, data_, flags_);
}

Task& IncludedSeries::leave_header() {
  finish_task(self_, *task_, Completion::slot);
  task_ = &make_header();
  return *task_;
}

}  // namespace limpid::core
