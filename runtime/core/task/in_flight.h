// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks in flight: their code has returned, and what it started goes on elsewhere, on a device. The library
// that has the operation keeps a handle of it in the task (Task::async_handle); asked with the handle it
// makes it null once the operation is done.
//
// Life     the code runs and leaves a handle -> emit_region_end() -> whoever asks and finds the operation done
//          finishes the task, on any thread: one that waits in a construct, or the watcher.
// Watchers ask where everybody else computes, and start those successors that go on elsewhere in their turn,
//          as long as there is something to ask about (core/task/watcher.h).
#pragma once

#include <stdint.h>

#include "core/task/task.h"
#include "core/team/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

// How the library is asked; it may block, and run code of the program. From then on tasks with kTaskOffloads
// may be left in flight. Null, as at the start: there is nobody to ask.
using AsyncQuery = void (*)(void** handle);
void set_async_query(AsyncQuery query);
bool can_query();

// Its code may leave an operation under way: nobody waits for the task itself, and there is somebody to ask.
inline bool may_go_on_elsewhere(const Task& task) {
  return (task.flags & (kTaskOffloads | kTaskUndeferred)) == kTaskOffloads;
}

// The code of a task has left an operation under way, and its thread has turned to another task. The caller
// must not touch it afterwards.
void emit_region_end(Task& task);

// A successor of a task that was finished on self: true if a watcher is to start it.
bool start_by_watcher(const Thread& self, Task& successor);

// Some task is in flight, or waits for a watcher. If not, nobody looks at a team because of one.
[[gnu::visibility("hidden")]] extern sync::Atomic<uint32_t> g_in_flight;
inline bool tasks_in_flight() {
  return g_in_flight.load(std::memory_order_acquire) != 0;  // [flight.landed]
}

// In a wait, while some are: asks about one if it is time to. True: look at what you wait for instead of
// sleeping.
bool help_in_flight(Thread& self);

// For a watcher. Whether it did anything:
bool start_waiting_tasks(Thread& self);
// The one that has waited longest and that nobody else is asking about, or null. Taken, it is for the caller
// to ask about.
Task* take_in_flight();
// True: it has landed. If not, it has lined up again.
bool ask_about(Thread& self, Task& task);

// At the end of a thread, whose team goes with it: until nobody has to do with its tasks any more.
void await_own_tasks(Thread& self);

// In a fork's child: what was in flight is the parent's.
void forget_tasks_in_flight();

}  // namespace limpid::core
