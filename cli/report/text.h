// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "analysis/label.h"
#include "base/style.h"
#include "report/options.h"

namespace limpid::cli::report {

using analysis::kLongestName;
using analysis::label;
using analysis::label_and_place;
using analysis::short_name;
using analysis::short_place;

// The report as people read it.
std::string text_report(const analysis::Analysis& analysis, const Options& options, const Style& style,
                        const std::vector<tracing::Result>& traces = {});

// `62.5 % = load balance ...`: what multiplies to the share of their time that threads used.
std::string efficiency_of(const analysis::Efficiency& efficiency);

// The three greatest gains of at least 1 % of the run, greatest first.
std::vector<analysis::Gain> gains_worth_telling(const analysis::Analysis& analysis);

// `imbalance: parallel in solve  cg.c:42`.
std::string gain_of(const analysis::Gain& gain, const analysis::Run& run);

// A count; `~26300000` to three digits if it is an estimate.
std::string count_text(uint64_t count, bool estimated);

// What rate was asked for, and what was got.
std::string rate_of(const analysis::Run& run);

}  // namespace limpid::cli::report
