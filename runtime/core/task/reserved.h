// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks whose block is there before they are created: the program fills in their data itself, where it will
// lie, and then has the task created. So nothing is copied or allocated twice.
//
// Life     reserve_task, the program fills in task.data, then one of submit_task, begin_undeferred and
//          release_reserved; all on one thread. Before that nobody else knows the task.
#pragma once

#include "core/task/create.h"
#include "core/task/task.h"
#include "core/team/thread.h"

namespace limpid::core {

// A block whose task.data has room for data_size bytes, aligned to 64, and keeps its place. Of the header
// flags, kind, body and data_bytes are set. constructed: the body has destructors to run, so it is called
// even if the task is cancelled; it must then run nothing else.
Task& reserve_task(Thread& self, Task::Body body, size_t data_size, uint32_t flags, bool constructed,
                   TaskKind kind = TaskKind::explicit_);

// The task that data belongs to: what reserve_task set as task.data.
inline Task& task_of_data(void* data) {
  return **(static_cast<Task**>(data) - 1);
}

// Gives back a task that is not to be created.
void release_reserved(Thread& self, Task& task);

// Creates the task, as create_task does. Of the spec deferrable, priority and the dependences count. Built
// for events::Observed and events::Unobserved, like what follows.
template <class A>
void submit_task(Thread& self, Task& task, TaskSpec& spec);

inline void submit_task(Thread& self, Task& task, TaskSpec& spec) {
  self.observers.are_absent() ? submit_task<events::Unobserved>(self, task, spec)
                              : submit_task<events::Observed>(self, task, spec);
}

// The task gets an event after all; its handle is the task's address.
void make_detachable(Task& task);

// The beginning of both: completes the header and states the creation; of the spec the dependences count.
template <class A>
void emit_creation(Thread& self, Task& parent, Task& task, uint32_t flags, const TaskSpec& spec);

// Creates the task as an undeferred one whose code the program calls itself before end_undeferred, from the
// frame that called the runtime; the current task's enter frame says where that was, and stays. Both return
// with self in the program's state.
template <class A>
void begin_undeferred(Thread& self, Task& task);

// task is the current one. It is complete when this returns, or left to whoever fulfils its event.
template <class A>
void end_undeferred(Thread& self, Task& task);

// In Task::resume_flags: the code of self's current task returns only to be called again for its next part.
inline constexpr uint8_t kNextPart = 1;

// The code has returned. True if it is to be called once more.
inline bool takes_next_part(Task& task) {
  if (task.resume_flags == 0) [[likely]]
    return false;
  task.resume_flags = 0;
  return true;
}

}  // namespace limpid::core
