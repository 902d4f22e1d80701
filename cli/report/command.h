// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "analysis/analysis.h"
#include "report/options.h"

namespace limpid::cli::report {

// `limpid report`: prints to stdout. Throws Failure for input that cannot be read.
int run_report(const Options& options);

// Whether the traces of these inputs, if there are any, are to be read: not for a part of a run.
bool wants_traces(const std::vector<analysis::Input>& inputs, const Options& options);
// `analysis` must have places.
std::vector<tracing::Result> traces_of(const std::vector<analysis::Input>& inputs,
                                       analysis::Analysis& analysis, const Options& options);

}  // namespace limpid::cli::report
