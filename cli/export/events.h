// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "analysis/analysis.h"
#include "export/trace_writer.h"

namespace limpid::cli::exporting {

// Writes what threads were in by the traces that `analysis` knows of. Says on stderr what of the run is not in it.
// Throws Failure(kExitBadInput) if one cannot be read.
void write_events(const analysis::Analysis& analysis, EventWriter& writer);

}  // namespace limpid::cli::exporting
