// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start and the end of the process's OMPT tool.
#pragma once

#include <stdint.h>

#include "core/data/thread.h"
#include "omp-tools.h"
#include "tools/startup/interface.h"
#include "tools/startup/session.h"

namespace limpid::tools::ompt5 {

// How start-up finds and starts a tool of this interface.
startup::Interface interface();

// Detaches the tool: when this returns, the finalizer has run and no callback is running or will run. Events
// that are still due must be emitted before. Calls after the first do nothing, and return while the first may be at work.
void stop();

// Nobody is in stop(): no tool was started, or its finalizer has run.
bool is_over();

// After stop(), while the program goes on: another tool may be started, and learns of the host as a device anew.
void allow_restart();

// In a fork's child: as if there never was a tool; nothing is called. Async-signal-safe.
void forget_after_fork();

// ompt_finalize_tool: emits the ends of threads and tasks as far as possible, then calls stop().
void finalize_from_tool();

bool active();

[[gnu::visibility("hidden")]] extern startup::Session g_session;

// Brackets one callback; see startup::Call.
class CallbackScope : public startup::Call {
 public:
  explicit CallbackScope(core::Thread& thread) : Call(g_session, thread) {}
};

}  // namespace limpid::tools::ompt5
