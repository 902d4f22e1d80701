// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "report/options.h"

namespace limpid::cli::report {

// The report as one JSON object, as docs/report-json.md describes it. Everything is in it: --depth and
// --min-percent are about screens and do not apply.
nlohmann::ordered_json report_object(const analysis::Analysis& analysis, const analysis::Selection& selection,
                                     const std::vector<tracing::Result>& traces = {});

// Its text. Bytes that are no UTF-8 are replaced.
std::string json_report(const analysis::Analysis& analysis, const analysis::Selection& selection = {},
                        const std::vector<tracing::Result>& traces = {});

// What a place is called in JSON: `file`, `line` and what else is known of it.
void put_place(nlohmann::ordered_json& out, const analysis::Tree::Key& key);

// The member `trace`.
nlohmann::ordered_json trace_json(const std::vector<tracing::Result>& traces);

}  // namespace limpid::cli::report
