// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The search for the process's OMPT tool.
#pragma once

#include <span>

#include "tools/startup/interface.h"
#include "tools/startup/log.h"

namespace limpid::tools::startup {

// Looks for a tool as 5.1, 4.2.2 says: first in the address space, then library by library; the first that
// does not decline is the one; last comes Archer, if ThreadSanitizer is in the process. In each place the
// interfaces are asked in their order. libraries is a list separated by ':' or null. Returns the interface
// under which a tool accepted; null: no tool.
const Interface* find_tool(std::span<const Interface> interfaces, const char* libraries, Log& log);

}  // namespace limpid::tools::startup
