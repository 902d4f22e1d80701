// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tool callbacks on a worker that is in no region, because it begins, ends or is idle. If the callback uses
// OpenMP, the worker has its own contention group meanwhile, like a thread that the runtime did not start.
// Inquiries still return that the thread is idle.
#pragma once

#include "core/data/thread.h"

namespace limpid::core {

// The thread has no task. Its old position is stored with the root and not in the caller's frame, because
// every event passes the callers. Without memory for a root nothing changes: most tools do not use OpenMP
// there.
void enter_tool_callback(Thread& self);

// Restores the position that enter_tool_callback() stored.
void leave_tool_callback(Thread& self);

// Frees the root. Not inside a tool's callback.
void release_tool_callback(Thread& self);

}  // namespace limpid::core
