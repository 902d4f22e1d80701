// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "analysis/process.h"

namespace limpid::cli::record {

// Where the files of a run will be that has this as its `-o`; fails now, not after an hour, if nothing can be written there.
std::string output_directory(const std::string& output);

// The profiles that the processes of one run wrote: files in `directory` that carry its id and changed since
// `start`. The process with `main_pid` comes first. Files of other runs and other formats are passed over.
std::vector<analysis::Origin> find_outputs(const std::string& directory, const std::string& run_id,
                                           time_t start, int main_pid);

}  // namespace limpid::cli::record
