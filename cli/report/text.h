// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "analysis/analysis.h"
#include "base/style.h"
#include "report/options.h"

namespace limpid::cli::report {

// The report as people read it.
std::string text_report(const analysis::Analysis& analysis, const Options& options, const Style& style);

// What rate was asked for, and what was got.
std::string rate_of(const analysis::Run& run);

// `solve` `cg.cc:42`, or `solve` `libx.so` where there are no lines. The place is empty if nothing is known.
std::string short_place(const analysis::Tree::Key& key);

// The name of a function, or of the one around a construct, without its middle where it is very long.
std::string short_name(const analysis::Tree::Key& key);

// The word for what one row of the tree is: `parallel solve`, `task in fib`, `<implicit barrier>`.
std::string label(const analysis::Tree::Key& key);

}  // namespace limpid::cli::report
