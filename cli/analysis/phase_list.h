// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/timeline.h"
#include "analysis/times.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// A phase that the program named, all of its stretches and processes together.
struct PhaseRow {
  std::string name;
  uint64_t count = 0;       // how often it began
  uint64_t elapsed_ns = 0;  // of the process in which it took longest; pauses do not count
  Times times;              // of all threads
};

// Adds a process. Rows are in the order in which phases first began.
void add_phases(const profile::Profile& profile, std::vector<PhaseRow>& rows);

// When the process, which began at `began_ns`, was in the phases from row `first` on: what it added. A phase that did not end
// lasts until the recording does.
void add_phase_spans(const profile::Profile& profile, uint64_t began_ns, const std::vector<PhaseRow>& rows,
                     size_t first, std::vector<PhaseSpan>& spans);

// Throws Failure(kExitBadInput) that names those there are if none is called so; no name is no question.
void check_phase(const std::vector<PhaseRow>& rows, const std::string& asked);

// What is said of a recording that was paused all the time.
inline constexpr const char* kNeverStarted =
    "nothing was recorded: the recording was paused all the time; the program starts it by "
    "omp_control_tool(omp_control_tool_start, 0, NULL)";

}  // namespace limpid::cli::analysis
