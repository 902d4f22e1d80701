// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "base/layout.h"
#include "debug/options.h"
#include "record/environment.h"

namespace limpid::cli::debug {

// gdb's command line: our commands are loaded, and `variables` are set for the program that gdb will start.
std::vector<std::string> gdb_arguments(const Options& options, const Layout& layout,
                                       const record::Variables& variables);

// `limpid debug`: turns this process into gdb. Comes back only to throw Failure.
int run_debug(const Options& options);

}  // namespace limpid::cli::debug
