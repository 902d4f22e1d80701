// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions per operation, counted by callgrind: exact where time is noise.
#pragma once

#include <vector>

#include "rounds.h"

namespace bench {

// Prints a table with one column per runtime, and the difference of each to the first. A construct's count is
// the difference of two runs of different length, so that start-up cancels out. Returns false if some count
// failed.
bool print_instructions(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                        const Plan& plan, const ScratchFolder& scratch);

}  // namespace bench
