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

// What tools are told at the end of a task's body.
inline events::TaskSwitch reason_of_end(const Task& task) {
  return task.cancelled ? events::TaskSwitch::cancel : events::TaskSwitch::complete;
}

}  // namespace limpid::core
