// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that asks about tasks in flight while all others compute. It comes with the first such task and
// ends a while after the last.
#pragma once

namespace limpid::core {

// There is something new to do; starts the watcher if there is none. Called after tasks_in_flight() became
// true.
void ring_watcher();

// There is one, or one is starting. Without it those who wait must ask.
bool has_watcher();

// At the end of the process, with nothing in flight: returns when the thread has stated its end.
void end_watcher();

void forget_watcher_after_fork();

}  // namespace limpid::core
