// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How near `limpid record` and `limpid report` come to the truth in real time.
#pragma once

#include <filesystem>
#include <string>

#include "runtimes.h"

namespace bench {

struct AccuracyPlan {
  std::filesystem::path limpid;   // the command
  std::filesystem::path program;  // the one of known truth, bench/accuracy/known.c
  std::string select = ".";       // which of its modes, a regular expression
  int runs = 10;                  // of each mode under each load
  int run_ms = 1000;
  int busy = 0;                    // processes that spin beside the recorded one; 0: as many as processors
  std::string frequency = "1000";  // Hz
  std::string json_file;           // for the results as an object; empty: none
};

// Records each mode again and again, alone and beside busy processes, by turns, and prints for each of its
// quantities the bias of the report with its confidence interval, the spread, and the spread of independent
// samples. Returns whether no bias is surely beyond kMostBias. Throws if a run fails.
bool print_accuracy(const AccuracyPlan& plan, const ScratchFolder& scratch);

inline constexpr double kMostBias = 3;  // points of the thread time

}  // namespace bench
