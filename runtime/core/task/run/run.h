// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running a task on the calling thread.
#pragma once

#include "core/data/state.h"
#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "events/events.h"
#include "platform/cpu.h"
#include "platform/upper_halves.h"

namespace limpid::core {

// The state of a thread that runs a task.
inline State working_state(const Thread& self) {
  return self.team->nesting.level == 0 ? State::work_serial : State::work_parallel;
}

// Makes task self's current task: the first part of run_task. Built for events::Observed and
// events::Unobserved.
template <class A>
void enter_task(Thread& self, Task& task, events::TaskSwitch reason);

// Calls the code of self's current task. Inlined: unwinders find the caller's frame between the program's
// code and the runtime. The store after the call prevents a tail call.
[[gnu::always_inline]] inline void call_body(Task& task) {
  task.frame.set_exit(platform::current_frame_pointer());
  platform::clear_upper_halves();
  task.body(task.data);
  task.frame.set_exit(nullptr);
}

// Calls the code of a task for its destructors only: of a task that is discarded, or, once more, of one that
// has landed. Emits no events. Leaves the task marked as cancelled.
void run_destructors(Thread& self, Task& task);

// The code of self's current task has ended: goes back to the suspended task, in state outer and with caller
// as the return address. The last part of run_task. False if the task waits for its event, or is in flight.
template <class A>
bool leave_task(Thread& self, Task& task, State outer, const void* caller);

// The reason that the event at the end of a task's body gives.
inline events::TaskSwitch reason_of_end(const Task& task) {
  return task.cancelled ? events::TaskSwitch::cancel : events::TaskSwitch::complete;
}

}  // namespace limpid::core
