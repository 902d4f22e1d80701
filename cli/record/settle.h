// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "analysis/process.h"
#include "record/launch.h"

namespace limpid::cli::record {

// Ends the recordings that their processes could not end: of programs that became another one, or that went
// without a word. Such a file is cut to what was written, and says how it ended as far as that is known from
// the other files and from `ending`, the main program's. A helper's, without OpenMP, is deleted, as it would
// have deleted it itself. Files that are still written stay as they are. `outputs` is kept up to date.
void settle(std::vector<analysis::Origin>& outputs, const Ending& ending);

}  // namespace limpid::cli::record
