// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an OMPT interface offers to the search for a tool.
#pragma once

#include "tools/startup/log.h"

namespace limpid::tools::startup {

// What the runtime calls itself, and the OMPT interfaces tell their tools.
extern const char kRuntimeVersion[];

// An interface under which a tool can be there: a tool defines one function of a name that is agreed.
struct Interface {
  const char* symbol;

  // Calls the function of that name. False: it declined. True: this is the tool, and start() comes next.
  bool (*ask)(void* function);

  // Runs the initializer of the tool that was asked last, and tells the log what came of it.
  void (*start)(Log& log);
};

}  // namespace limpid::tools::startup
