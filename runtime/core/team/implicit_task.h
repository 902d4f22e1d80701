// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The implicit task of a member, from begin to end.
#pragma once

#include "core/data/member.h"
#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/icv/icv.h"

namespace limpid::core {

// Makes the slot's implicit task the thread's current one, with a new id and tool word, and emits its begin.
// Reads no field of the team that the leader writes at every fork: that would be one more cache miss per
// region. Instantiated for events::Observed and events::Unobserved.
template <class A>
void begin_implicit_task(Thread& self, Team& team, Member& slot, const RegionDescriptor& region,
                         const Icvs& icvs);

// Calls the region's code for the calling thread's task, from a stack frame that the task records as its exit
// frame.
void run_implicit_task(Task& task, Task::Body body, void* data);

// Emits the end. The task's data stays readable until the slot's next region.
void end_implicit_task(Thread& self, Task& task, uint32_t index);

}  // namespace limpid::core
