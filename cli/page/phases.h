// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "analysis/analysis.h"

namespace limpid::cli::page {

// When the program was in the phases that it names, in columns, a lane for each. Where a screen has no room for all of
// them, neighbours in a lane are one.
nlohmann::ordered_json phases_json(const analysis::Analysis& analysis);

}  // namespace limpid::cli::page
