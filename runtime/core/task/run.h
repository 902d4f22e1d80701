// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/state.h"
#include "core/task/task.h"
#include "core/team/team.h"
#include "core/team/thread.h"
#include "events/facts.h"

namespace limpid::core {

// The state word of a thread that runs a task.
inline State working_state(const Thread& self) {
  return self.team->level == 0 ? State::work_serial : State::work_parallel;
}

// Makes task self's current one: the beginning of run_task. Built for events::Heard and events::Unheard.
template <class A>
void enter_task(Thread& self, Task& task, events::TaskSwitch reason);

// The code of self's current task has ended: back to the one below it, in state outer and with caller as the
// return address; the end of run_task. False if the task waits for its event.
template <class A>
bool leave_task(Thread& self, Task& task, State outer, const void* caller);

// What tools are told at the end of a task's body.
inline events::TaskSwitch reason_of_end(const Task& task) {
  return task.cancelled ? events::TaskSwitch::cancel : events::TaskSwitch::complete;
}

}  // namespace limpid::core
