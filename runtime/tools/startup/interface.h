// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an OMPT interface offers to the search for a tool.
#pragma once

#include "tools/startup/log.h"

namespace limpid::tools::startup {

// The name and version of the runtime, as OMPT passes them to tools.
extern const char kRuntimeVersion[];

// One version of OMPT. A tool of it defines one function of an agreed name.
struct Interface {
  const char* symbol;

  // Calls the function of that name. False: the tool declined. True: this is the tool, and start() comes
  // next.
  bool (*ask)(void* function);

  // Runs the initializer of the tool that was asked last, and logs the result. True: the tool has started; another
  // thread may have ended it since.
  bool (*start)(Log& log);
};

}  // namespace limpid::tools::startup
