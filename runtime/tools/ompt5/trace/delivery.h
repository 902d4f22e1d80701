// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives buffers back to the tool, on a native thread of its own that OpenMP does not know.
// 5.1, 4.5.2.24 demands a thread that is neither a primary nor a worker thread. It ends when there has been
// nothing to give for a while, and starts again when there is.
#pragma once

#include "tools/ompt5/trace/buffer.h"

namespace limpid::tools::ompt5::trace {

// Starts the thread if it does not run. False: the system has no thread left, or the device has ended.
bool start_delivery();

// The buffer goes back after those sent before. If the system has no thread left now, it goes back with the
// next one. Callable while locks are held.
void deliver(Buffer& buffer);

// Waits until the tool has taken what was sent before: two seconds at most, as a tool may wait for the
// caller. Does not wait when a buffer completion itself calls it.
void await_delivery();

// Called before the end of the tool: waits as long as the tool goes on taking buffers. Once its callback has
// slept in one and the same wait for two seconds, the buffers left are dropped. Nothing is delivered
// afterwards.
void finish_deliveries();

// In a fork's child: there is no such thread.
void forget_delivery_after_fork();

}  // namespace limpid::tools::ompt5::trace
