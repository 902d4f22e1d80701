// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the process's OMPT tool.
#pragma once

#include <span>

#include "tools/startup/interface.h"
#include "tools/startup/log.h"

namespace limpid::tools::startup {

// Searches for a tool as 5.1, 4.2.2 demands: first in the address space, then library by library. The first
// tool that does not decline is taken. Archer comes last, if ThreadSanitizer is in the process. At each step
// the interfaces are asked in their order. libraries is a list separated by ':' or null. Returns the
// interface under which a tool accepted; null: no tool.
const Interface* find_tool(std::span<const Interface> interfaces, const char* libraries, Log& log);

// The tool in one library.
struct FoundInLibrary {
  const Interface* interface;  // under which it accepted; null: there is none
  const char* problem;         // then: why. Valid until the next call on this thread
};
FoundInLibrary find_tool_in(std::span<const Interface> interfaces, const char* library, Log& log);

}  // namespace limpid::tools::startup
