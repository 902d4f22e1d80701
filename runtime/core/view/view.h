// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Read-only queries about the calling thread, for signal handlers and tool adapters, at any instruction.
//
// Async-signal-safe on the queried thread: nothing here locks, allocates, or loops over data that another
// thread may change. All answers derive from one word, Thread::task. Core stores it last (a task's fields are
// complete before a thread points to it), so an answer is never a mixture of two moments. Queries about
// another thread are a debugger's task.
#pragma once

#include <stdint.h>

#include "core/data/state.h"

namespace limpid::core {
struct Member;
struct Task;
struct Team;
struct Thread;
}  // namespace limpid::core

namespace limpid::core::view {

// The thread's state. A worker that waits at its slot is idle as soon as its team's region is over.
State state(const Thread& thread);

// True for the states in which wait_id is defined.
bool is_wait(State state);

// Identifies what the thread waits for; 0 when it does not wait.
uint64_t wait_id(const Thread& thread);

// A task on the thread's chain of tasks, with its team and slot.
struct TaskPlace {
  Task* task = nullptr;
  Team* team = nullptr;    // that the task binds to
  Member* slot = nullptr;  // in that team, of the thread that runs (or encountered) the task
  bool over = false;       // the task's region is over: the team may be in another region, ignore its fields
};

// Level 0 is the running task; level n + 1 is the task that was suspended so that level n could run: for an
// implicit task the task that encountered the region, for an explicit task the task that its thread
// suspended. False: no such level.
bool task_at(const Thread& thread, uint32_t level, TaskPlace& place);

// The same as if that task ran: the next task of the calling thread's TaskSchedule event.
bool task_at(Task& running, uint32_t level, TaskPlace& place);

// Level 0 is the team of the running task, level n + 1 the team around level n. The outermost one is the
// implicit parallel region of the initial task. Null: no such level, the thread is idle, or its region is
// over.
Team* team_at(const Thread& thread, uint32_t level);

// The slot that determines the thread's OpenMP place: of the running task, or the last slot of an idle
// worker. Null if the thread has no slot.
const Member* slot_of(const Thread& thread);

// A parallel region that a thread is in. An initial team, also that of a target or teams construct, is not a
// parallel region: the region around it is used instead.
struct RegionPlace {
  uint64_t id = 0;
  uint32_t size = 0;   // of its team
  uint32_t index = 0;  // in it: of the thread, or of the thread that encountered the region one level below
};

// Level 0 is the region that the thread is in, until it has emitted the last event of the region; level n + 1
// is the region around level n. False: no such level, the thread is idle, or its region is over and the
// region around it is not known any more.
bool region_at(const Thread& thread, uint32_t level, RegionPlace& region);

// The id of the region in which the task runs; 0: none.
uint64_t region_of(const TaskPlace& place);

}  // namespace limpid::core::view
