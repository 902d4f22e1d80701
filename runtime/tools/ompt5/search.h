// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "omp-tools.h"
#include "tools/ompt5/log.h"

namespace limpid::tools::ompt5 {

// _OPENMP of the version that the runtime implements, and what it calls itself: the arguments of
// ompt_start_tool.
inline constexpr unsigned kOpenmpVersion = 202011;
extern const char kRuntimeVersion[];

// Looks for a tool as 5.1, 4.2.2 says: first in the address space, then library by library; the first that
// does not decline is the one. libraries is a list separated by ':' or null. Null: no tool.
ompt_start_tool_result_t* find_tool(const char* libraries, Log& log);

}  // namespace limpid::tools::ompt5
