// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "analysis/analysis.h"
#include "base/style.h"
#include "report/options.h"

namespace limpid::cli::report {

// Appends the call tree, heaviest paths first.
void write_tree(std::string& text, const analysis::Analysis& analysis, const Options& options,
                const Style& style);

}  // namespace limpid::cli::report
