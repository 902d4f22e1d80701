// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Watchers: threads that query tasks in flight while all others compute.
//
// They start with the first such task and end a while after the last.
//
// One thread at a time is the lookout: it queries all tasks, one after the other. After too many queries
// without success the library may block the querying thread until the operation is done. So such a thread
// gives the role up before it queries, and if there are other tasks, another thread becomes the lookout.
// While more threads can be started, no task waits for another one to be done.
#pragma once

namespace limpid::core {

// A task was added to a line: wakes the watchers, and starts or wakes one if there is no lookout. Called
// after tasks_in_flight() became true.
void ring_watcher();

// A watcher can be started: the last attempt did not fail. Otherwise waiting threads must query themselves.
bool has_watcher();

// At the end of the process, with nothing in flight: returns when the threads have emitted their end events.
void end_watchers();

void forget_watchers_after_fork();

}  // namespace limpid::core
