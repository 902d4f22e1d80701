// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/analysis.h"
#include "report/options.h"

namespace limpid::cli::report {

// The report as one JSON object, as docs/report-json.md describes it. Everything is in it: --depth and
// --min-percent are about screens and do not apply.
nlohmann::ordered_json report_object(const analysis::Analysis& analysis,
                                     const analysis::Selection& selection);

// Its text. Bytes that are no UTF-8 are replaced.
std::string json_report(const analysis::Analysis& analysis, const analysis::Selection& selection = {});

}  // namespace limpid::cli::report
