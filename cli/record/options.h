// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace limpid::cli::record {

struct Options {
  std::vector<std::string> command;  // program and arguments
  std::string output;                // file or directory; empty: a name per process in the current directory
  int frequency = 0;                 // samples per second and thread; 0: the recorder's default
  double max_cost = 0;               // percent of the processors that the sampler may take; 0: the default
  bool paused = false;               // until the program starts it
  bool keep_runtime = false;         // leave the program the OpenMP runtime that it finds by itself
  bool quiet = false;
  bool trace = false;      // every event too, in a file beside the profile
  bool chunks = false;     // in the trace: each chunk of a loop
  std::string trace_size;  // limit of the trace, as LIMPID_TRACE_SIZE has it; empty: the default
  std::string keep;        // seconds or `size`: only the end of the run; empty: from the beginning
  int pid = 0;             // a process that runs already; 0: the program of `command`
  double for_s = 0;        // of such a process: end the recording after so long; 0: when told to, or with it
  bool detach = false;     // of such a process: only end the recording that another command began
};

}  // namespace limpid::cli::record
