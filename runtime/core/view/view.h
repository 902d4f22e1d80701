// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a signal handler or a tool adapter may ask about a thread of its own process, at any instruction.
//
// Async-signal-safe on the thread asked about: nothing here locks, allocates, or loops over something that
// another thread may change. All answers come from one word, Thread::task: core moves it last (a task's
// fields are complete before a thread points to it), so an answer is never a mixture of two moments. Asking
// about another thread is a debugger's job.
#pragma once

#include <stdint.h>

#include "core/state.h"

namespace limpid::core {
struct Member;
struct Task;
struct Team;
struct Thread;
}  // namespace limpid::core

namespace limpid::core::view {

// What the thread does. A worker that waits at its slot is idle as soon as its team's region is over.
State state(const Thread& thread);

// True for states in which wait_id means something.
bool is_wait(State state);

// What the thread waits for; 0 when it does not wait.
uint64_t wait_id(const Thread& thread);

// A task of the thread's present context, and how the thread takes part in it.
struct TaskPlace {
  Task* task = nullptr;
  Team* team = nullptr;    // that the task binds to
  Member* slot = nullptr;  // in that team, of the thread that runs (or encountered) the task
  bool over = false;       // the task's region is: of the team, which may be in another one, nothing is known
};

// Level 0 is the task that runs; level n + 1 is what was suspended so that level n could run: for an implicit
// task the task that encountered the region, for an explicit task the task that its thread left for it.
// False: no such level.
bool task_at(const Thread& thread, uint32_t level, TaskPlace& place);

// The same as if that task ran: one that the calling thread's TaskSchedule event says comes next.
bool task_at(Task& running, uint32_t level, TaskPlace& place);

// Level 0 is the team of the running task, level n + 1 the team around level n. The outermost one is the
// implicit parallel region of the initial task. Null: no such level, the thread is idle, or its region is
// over.
Team* team_at(const Thread& thread, uint32_t level);

// The slot that decides about places: of the running task, or the last one of an idle worker. Null on no
// slot.
const Member* slot_of(const Thread& thread);

// A parallel region that a thread is in. An initial team, also one of a target or teams construct, is no
// parallel region: the region around it counts.
struct RegionPlace {
  uint64_t id = 0;
  uint32_t size = 0;   // of its team
  uint32_t index = 0;  // in it, of the thread, or of the one that encountered the region of the level below
};

// Level 0 is the region that the thread is in, to the end of what it states of it; level n + 1 is the region
// around level n. False: no such level, the thread is idle, or its region is over and the one around it is
// not known any more.
bool region_at(const Thread& thread, uint32_t level, RegionPlace& region);

// The id of the region that the task of that place runs in; 0: none.
uint64_t region_of(const TaskPlace& place);

}  // namespace limpid::core::view
