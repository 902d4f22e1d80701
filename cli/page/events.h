// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "analysis/analysis.h"
#include "trace/result.h"

namespace limpid::cli::page {

// What the traces say each thread did when, and where the critical path was, as docs/page.md describes it. null
// without traces.
nlohmann::ordered_json events_json(const analysis::Analysis& analysis,
                                   const std::vector<tracing::Result>& traces);

}  // namespace limpid::cli::page
