// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/input.h"
#include "trace_reader.h"

namespace limpid::cli::analysis {

// The trace of the run that a profile is of.
struct TraceOf {
  std::string path;
  trace::TraceFile file;
};

// Reads eight bytes. False: it is no trace, or cannot be read.
bool is_trace(const std::string& path);

// Looks beside the profile, by its name and by the one that the profile knows. Nothing if there is none, or only
// another run's.
std::optional<TraceOf> find_trace(const Input& profile);

// `11 million events in 32.1 MB, none lost`, over all of them.
std::string trace_words(const std::vector<TraceOf>& traces);

}  // namespace limpid::cli::analysis
