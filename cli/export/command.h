// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "export/options.h"

namespace limpid::cli::exporting {

// `limpid export`: writes to stdout or to a file. Throws Failure for input that cannot be read, and for output that
// cannot be written.
int run_export(const Options& options);

}  // namespace limpid::cli::exporting
