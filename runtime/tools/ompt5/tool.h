// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The life of the process's OMPT tool.
#pragma once

#include <stdint.h>

#include "core/team/thread.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

// Looks for a tool and starts it (5.1, 4.2.2 and 4.2.3). Holds no lock while the tool's code runs. Reads
// tool-var, tool-libraries-var and tool-verbose-init-var. Once per process, and once more after
// forget_after_fork().
void start();

// Detaches the tool: when this returns the finalizer has run and no callback is running or will run. Events
// that are still to be stated have to be stated before. Calls after the first do nothing.
void stop();

// In a fork's child: there was never a tool; nothing is called. Async-signal-safe.
void forget_after_fork();

// ompt_finalize_tool: states what can be stated of the ends of threads and tasks, then stop().
void finalize_from_tool();

bool active();

// Brackets one callback. Converts to false when there must be none: the tool is gone, or the thread is in a
// callback already (a tool does not observe its own use of OpenMP).
class CallbackScope {
 public:
  explicit CallbackScope(core::Thread& thread);
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  core::Thread& thread_;
  bool entered_ = false;
};

}  // namespace limpid::tools::ompt5
