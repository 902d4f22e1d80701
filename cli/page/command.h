// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "report/options.h"

namespace limpid::cli::page {

// `limpid report --html FILE`. Throws Failure for profiles that cannot be read, a file that cannot be written, and an
// installation that was built without pages.
int write_page(const report::Options& options);

}  // namespace limpid::cli::page
