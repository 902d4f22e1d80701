// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "analysis/tree.h"

namespace limpid::cli::exporting {

// What a viewer shows for a node: `solve`, `parallel in solve (cg.cc:42)`, `<implicit barrier>`. Whole, not shortened;
// without control characters. Two constructs of one function have different names.
std::string frame_name(const analysis::Tree::Key& key);

}  // namespace limpid::cli::exporting
