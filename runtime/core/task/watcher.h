// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that ask about tasks in flight while all others compute. They come with such tasks and end a while
// after the last.
//
// One at a time has the lookout: it asks about all tasks, one after the other. The library may block a thread
// that has asked in vain too often until what it asks about is done. So such a thread asks without the
// lookout, and if there are other tasks, another thread gets it. As long as there are threads to be had, no
// task has to wait for another one to be done.
#pragma once

namespace limpid::core {

// There is something new to do; starts a watcher if none has the lookout. Called after tasks_in_flight()
// became true.
void ring_watcher();

// There is one, or one is starting. Without it those who wait must ask.
bool has_watcher();

// At the end of the process, with nothing in flight: returns when the threads have stated their ends.
void end_watchers();

void forget_watchers_after_fork();

}  // namespace limpid::core
