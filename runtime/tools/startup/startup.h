// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and starts the process's OMPT tool.
#pragma once

#include <span>

#include "tools/startup/interface.h"

namespace limpid::tools::startup {

// Searches for a tool and starts it (5.1, 4.2.2 and 4.2.3; 2016 report, section 7). Holds no lock while the
// tool's code runs. Reads tool-var, tool-libraries-var and tool-verbose-init-var. Called once per process,
// and once more in a fork's child.
void start_tool(std::span<const Interface> interfaces);

// Starts the tool in one library, whatever the environment says; the same holds.
struct StartInLibrary {
  bool started;         // false without a problem: the tool has declined
  const char* problem;  // null, or why there is no tool to start. Valid until the next call on this thread
};
StartInLibrary start_tool_in(std::span<const Interface> interfaces, const char* library);

}  // namespace limpid::tools::startup
