// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

// The function of that name; null if there is none. Names that the report spells in two ways are both known.
ompt_interface_fn_t lookup(const char* name);

}  // namespace limpid::tools::ompt2016
