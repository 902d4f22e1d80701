// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks in flight: their code has returned, and the operation that it started continues on a device.
//
// The library that runs the operation keeps a handle of it in the task (Task::async_handle). A query with the
// handle sets it to null once the operation is done.
//
// Life      the code runs and leaves a handle -> put_in_flight() -> the thread whose query finds the
//           operation done finishes the task: any thread that waits in a construct, or the watcher.
// Watchers  query while all other threads compute, and start successors that offload in their turn, as long
//           as tasks are in flight (core/task/detach/watcher.h).
#pragma once

#include <stdint.h>

#include "core/data/task.h"
#include "core/data/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

// The library's query; it may block, and run code of the program. Once it is set, tasks with kTaskOffloads
// may be left in flight. Null, as at the start: no library to query.
using AsyncQuery = void (*)(void** handle);
void set_async_query(AsyncQuery query);
bool can_query();

// The task's code may leave an operation in flight: it offloads, and its creator does not wait for its code.
inline bool may_go_on_elsewhere(const Task& task) {
  return (task.flags & (kTaskOffloads | kTaskUndeferred)) == kTaskOffloads;
}

// The code of a task has left an operation in flight, and its thread has gone on with another task. The
// caller must not touch the task afterwards.
void put_in_flight(Task& task);

// A successor of a task that was finished on self: true if a watcher will start it.
bool start_by_watcher(const Thread& self, Task& successor);

// Some task is in flight, or waits for a watcher. If not, no thread accesses a team because of one.
[[gnu::visibility("hidden")]] extern sync::Atomic<uint32_t> g_in_flight;
inline bool tasks_in_flight() {
  return g_in_flight.load(std::memory_order_acquire) != 0;  // [flight.landed]
}

// In a wait, while tasks are in flight: queries one if the thread may. True: the caller must check its
// condition again instead of sleeping.
bool help_in_flight(Thread& self);

// For a watcher. True if it started any:
bool start_waiting_tasks(Thread& self);
// Takes the task that has waited longest and that no other thread is querying; the caller must query it. Null
// if there is none.
Task* take_in_flight();
// True: the task has landed. False: it is in the line again.
bool ask_about(Thread& self, Task& task);

// At the end of a thread, before its team is freed: waits until no other thread accesses the team for its
// tasks.
void await_own_tasks(Thread& self);

// In a fork's child: the tasks in flight belong to the parent process.
void forget_tasks_in_flight();

}  // namespace limpid::core
