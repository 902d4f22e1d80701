// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/tree.h"

namespace limpid::cli::analysis {

// Time that others waited at barriers, for tasks and between regions while some code ran.
struct CausedWait {
  uint64_t ns = 0;
  uint64_t blocked_ns = 0;  // the part of it in which the code was blocked
};

// The same by code and by the construct that the code was in.
struct WaitCause {
  Tree::Key code;       // a function; a state of the runtime (kind kWait) where that did it
  Tree::Key construct;  // kind kProgram: in no construct
  CausedWait wait;
};

// Most first. `by_node`: by node of the tree.
std::vector<WaitCause> cause_list(const Tree& tree, const std::map<uint32_t, CausedWait>& by_node);

}  // namespace limpid::cli::analysis
