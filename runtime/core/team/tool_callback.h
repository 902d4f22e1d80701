// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker that is in no region and runs a tool's code, because it begins, ends or is idle. Should that code
// use OpenMP, it finds the thread where one is that the runtime did not start: in a contention group of its
// own. Inquiries go on to say that the thread is idle.
#pragma once

#include "core/team/thread.h"

namespace limpid::core {

// The thread has no task. Where it was is kept with the root, not by the caller: every event passes the
// callers. Without memory for a root the thread stays where it is: most tools do not use OpenMP there.
void enter_tool_callback(Thread& self);

// Back to where it was.
void leave_tool_callback(Thread& self);

// Frees what the thread needed for it; it is not in a tool's callback.
void release_tool_callback(Thread& self);

}  // namespace limpid::core
