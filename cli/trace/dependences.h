// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "trace/live.h"
#include "trace/section.h"

namespace limpid::cli::tracing {

// Puts a task behind those of its siblings that its dependences name (OpenMP 5.1, 2.19.11): `in` behind the last
// that is not, sets behind the last that is not of the set, all others behind everything. Answers for how many
// generations it has to wait.
uint32_t order_task(Section& section, DependenceTable& table, uint32_t task,
                    const std::vector<std::pair<uint64_t, uint8_t>>& dependences);

}  // namespace limpid::cli::tracing
