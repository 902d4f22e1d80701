// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives buffers back to the tool, on a native thread of its own that OpenMP does not know: 5.1, 4.5.2.24
// wants one that is neither a primary nor a worker thread. It ends when there has been nothing to give for a
// while, and starts again when there is.
#pragma once

#include "tools/ompt5/trace/buffer.h"

namespace limpid::tools::ompt5::trace {

// Starts the thread, if it is not there. False: the system has no thread left, or the device has ended.
bool start_delivery();

// The buffer goes back, after those sent before; with the next one if the system has no thread left now.
// Callable while locks are held.
void deliver(Buffer& buffer);

// Waits until what was sent before has been taken by the tool: two seconds at most, as a tool may wait for
// the caller. Does not wait when it is called from a buffer completion itself.
void await_delivery();

// The tool is about to end: waits for as long as it goes on taking buffers, and takes what is left away from
// it once its callback has been asleep in one and the same wait for two seconds. Nothing is delivered
// afterwards.
void finish_deliveries();

// In a fork's child there is no such thread.
void forget_delivery_after_fork();

}  // namespace limpid::tools::ompt5::trace
