// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `limpid record` costs a given program, and what an event of its trace does.
#pragma once

#include <string>
#include <vector>

#include "runtimes.h"

namespace bench {

struct RecordingPlan {
  std::filesystem::path limpid;  // the command
  Runtime runtime;               // the runtime of the plain runs
  std::vector<std::string> program;
  int rounds = 11;
  int threads = 2;
  std::string frequency;  // Hz for the recorder; empty = its default
  bool trace = false;     // also runs that write a trace, and what an event of it costs
};

// Runs the program plain and recorded by turns and prints the medians of the paired ratios. Throws if a run
// fails or leaves no recording.
void print_recording_cost(const RecordingPlan& plan, const ScratchFolder& scratch);

}  // namespace bench
