// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start and the end of a tool that is attached to the running process.
#pragma once

#include "tools/attach/request.h"

namespace limpid::tools::attach {

// Loads the library that the request names and starts the tool in it. Threads, regions and tasks that are there began
// unseen by it. Not on a thread of the program's. Answers what became of it.
AttachAnswer start();

// Ends it while the program goes on: when this returns, its finalizer has run. Its library stays in memory, because a
// thread may be on its way out of it.
void end();

// In a fork's child: as if nobody had attached it. Async-signal-safe.
void forget_after_fork();

}  // namespace limpid::tools::attach
