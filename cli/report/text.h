// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "base/style.h"
#include "report/options.h"

namespace limpid::cli::report {

// Longer names lose their middle.
inline constexpr size_t kLongestName = 80;

// The report as people read it.
std::string text_report(const analysis::Analysis& analysis, const Options& options, const Style& style);

// `62.5 % = load balance ...`: what multiplies to the share of their time that threads used.
std::string efficiency_of(const analysis::Efficiency& efficiency);

// `parallel in solve  cg.c:42`: a row's word and where it is, if that is known.
std::string label_and_place(const analysis::Tree::Key& key);

// The three greatest gains of at least 1 % of the run, greatest first.
std::vector<analysis::Gain> gains_worth_telling(const analysis::Analysis& analysis);

// `imbalance: parallel in solve  cg.c:42`.
std::string gain_of(const analysis::Gain& gain, const analysis::Run& run);

// What rate was asked for, and what was got.
std::string rate_of(const analysis::Run& run);

// `solve` `cg.cc:42`, or `solve` `libx.so` where there are no lines. The place is empty if nothing is known.
std::string short_place(const analysis::Tree::Key& key);

// The name of a function, or of the one around a construct, without its middle where it is very long.
std::string short_name(const analysis::Tree::Key& key);

// The word for what one row of the tree is: `parallel solve`, `task in fib`, `<implicit barrier>`.
std::string label(const analysis::Tree::Key& key);

}  // namespace limpid::cli::report
