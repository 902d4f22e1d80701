// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's entry points for OMPT tools, by name.
#pragma once

#include "omp-tools.h"

namespace limpid::tools::ompt5 {

// The entry point of this name ("ompt_get_state", …), or null: the ompt_function_lookup_t that a tool's
// initializer gets.
ompt_interface_fn_t lookup(const char* name);

}  // namespace limpid::tools::ompt5
