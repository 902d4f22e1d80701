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

#include "core/data/thread.h"

namespace limpid::core {

// What a watcher's thread executes: it registers with the runtime, calls serve_as_watcher(), ends as an
// attached thread does, and calls note_watcher_end(). Set by core/team when it attaches a thread.
using WatcherMain = void* (*)(void*);
void set_watcher_main(WatcherMain main);

// On a watcher: queries tasks and rests until it is not needed any more.
void serve_as_watcher(Thread& self);

// A watcher's last step: end_watchers() does not wait for it any more.
void note_watcher_end();

// A task was added to a line: wakes the watchers, and starts or wakes one if there is no lookout. Called
// after tasks_in_flight() became true.
void ring_watcher();

// A watcher can be started: the last attempt did not fail. Otherwise waiting threads must query themselves.
bool has_watcher();

// At the end of the process, with nothing in flight: returns when the threads have emitted their end events.
void end_watchers();

void forget_watchers_after_fork();

}  // namespace limpid::core
