// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include "analysis/analysis.h"

namespace limpid::cli::exporting {

// Writes an OTF2 archive (version 3) into the new directory `folder`: a location for each thread, its timeline as Enter and
// Leave events, a region for each frame. Moments are nanoseconds. Throws Failure if it cannot be written, and where this
// command was built without libotf2.
void write_otf2(const analysis::Analysis& analysis, const std::string& folder);

}  // namespace limpid::cli::exporting
