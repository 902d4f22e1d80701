// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reserved tasks, whose block is allocated before they are created.
//
// The program fills in their data in place and then creates the task, so nothing is copied or allocated
// twice.
//
// Life     reserve_task, the program fills in task.data, then one of submit_task, begin_undeferred and
//          release_reserved; all on one thread. Before that no other thread knows the task.
#pragma once

#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/task/create/create.h"

namespace limpid::core {

// A block whose task.data has room for data_size bytes, aligned to 64, and keeps its address. Of the header
// flags, kind, body and data_bytes are set. constructed: the body runs destructors, so it is called even if
// the task is cancelled; it must then run nothing else.
Task& reserve_task(Thread& self, Task::Body body, size_t data_size, uint32_t flags, bool constructed,
                   TaskKind kind = TaskKind::explicit_);

// The task that data belongs to: what reserve_task set as task.data.
inline Task& task_of_data(void* data) {
  return **(static_cast<Task**>(data) - 1);
}

// Frees a reserved task that will not be created.
void release_reserved(Thread& self, Task& task);

// Creates the task, as create_task does. Of the spec only deferrable, priority and the dependences are used.
// Built for events::Observed and events::Unobserved, like the functions below.
template <class A>
void submit_task(Thread& self, Task& task, TaskSpec& spec);

inline void submit_task(Thread& self, Task& task, TaskSpec& spec) {
  self.observers.are_absent_in_tasks() ? submit_task<events::Unobserved>(self, task, spec)
                                       : submit_task<events::Observed>(self, task, spec);
}

// Makes a reserved task detachable; the event's handle is the task's address.
void make_detachable(Task& task);

// The first part of submit_task and begin_undeferred: completes the header and emits the creation. Of the
// spec only the dependences are used.
template <class A>
void emit_creation(Thread& self, Task& parent, Task& task, uint32_t flags, const TaskSpec& spec);

// Creates an undeferred task whose code the program calls itself before end_undeferred, from the frame that
// called the runtime. That frame is the current task's enter frame, which stays set. Both functions return
// with self in the state of the program's code.
template <class A>
void begin_undeferred(Thread& self, Task& task);

// task is the current one. It is complete when this returns, or the thread that fulfils its event completes
// it.
template <class A>
void end_undeferred(Thread& self, Task& task);

// In Task::resume_flags: the code of the task returns only to be called again for its next part.
inline constexpr uint8_t kNextPart = 1;

// The code has returned. True if it must be called once more.
inline bool takes_next_part(Task& task) {
  if (task.resume_flags == 0) [[likely]]
    return false;
  task.resume_flags = 0;
  return true;
}

}  // namespace limpid::core
