// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "record/options.h"

namespace limpid::cli::record {

// `limpid record`: runs the program and answers its exit status. Does not return if the program died of a
// signal: then this process dies of the same one.
int run_record(const Options& options);

}  // namespace limpid::cli::record
