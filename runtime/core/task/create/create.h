// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The task construct, as an entry point passes it to core.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/task/create/taskloop_chunk.h"
#include "events/events.h"

namespace limpid::core {

// A task construct as an entry point decodes it. Everything is read during the call only.
struct TaskSpec {
  Task::Body body = nullptr;
  void* data = nullptr;  // argument of the body: copied unless the task ends before the call does
  size_t data_size = 0;
  void (*copy)(void* to, void* from) = nullptr;  // instead of copying bytes; then data is copied always
  // Of a task of a taskloop: its data, or the copy, begins with the bounds of its chunk, which are stored there. Or null.
  const LoopVariable* variable = nullptr;
  const TaskloopChunk* chunk = nullptr;

  uint32_t data_align = 1;  // a power of two
  uint32_t flags = 0;       // of TaskFlags: untied, final, mergeable, detachable, taskloop, taskwait, chunk
  bool deferrable = true;   // false: an if clause that is false
  TaskKind kind = TaskKind::explicit_;
  int32_t priority = 0;  // values above max-task-priority-var are cut to it

  // variable 0 with kind out or inout stands for omp_all_memory.
  const events::Dependence* dependences = nullptr;
  uint32_t dependence_count = 0;
  // Set by core instead of dependence_count: these dependences order nothing, but tools observe them.
  uint32_t met_count = 0;

  // Of a detachable task: the event handle is stored here, and at the beginning of data before data is
  // copied. Or null. A handle is a Task*.
  void** event = nullptr;
#ifdef LIMPID_WIDE_TASK_SPEC
  void* one_more = nullptr;
#endif
};
// With one more field GCC treats the struct as mostly zeros and clears it with rep stos first. What that costs:
// narrow_task_spec in runtime/CMakeLists.txt.
#ifndef LIMPID_WIDE_TASK_SPEC
static_assert(sizeof(TaskSpec) == 88);
#endif

// Creates a child of self's current task. The child is deferred, or it runs before this returns: because of
// the spec or the team, or because the deque is full. Built for events::Observed and events::Unobserved, like
// the functions below.
template <class A>
void create_task(Thread& self, const TaskSpec& spec);

inline void create_task(Thread& self, const TaskSpec& spec) {
  self.observers.are_absent_in_tasks() ? create_task<events::Unobserved>(self, spec)
                                       : create_task<events::Observed>(self, spec);
}

// Waits until the earlier children of the current task that the dependences name are complete. Used by
// taskwait_depend.
template <class A>
void await_dependences(Thread& self, const events::Dependence* dependences, uint32_t count);

}  // namespace limpid::core
