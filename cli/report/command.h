// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "report/options.h"

namespace limpid::cli::report {

// `limpid report`: prints to stdout. Throws Failure for input that cannot be read.
int run_report(const Options& options);

// Whether traces are to be read: not for a part of a run. Throws Failure if options contradict each other in that.
bool wants_traces(const Options& options);

}  // namespace limpid::cli::report
