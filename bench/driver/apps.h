// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole programs on each runtime, by turns: what a user of the runtime sees, from start to end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "process.h"
#include "programs.h"
#include "verdict.h"

namespace bench {

struct AppsPlan {
  std::filesystem::path programs;      // the user's, beside our own; empty: none
  std::vector<std::string> compilers;  // whose builds of our own are run
  int rounds = 7;
  bool side_by_side = false;           // two copies of the program at once
  std::chrono::seconds patience{120};  // for one run
};

// One program on one runtime.
struct AppRuns {
  std::vector<Outcome> rounds;
  std::string error;     // if not empty, a run failed and rounds is incomplete
  std::string left_out;  // if not empty, why this peer cannot be compared
};

// Whose turn it is: a different order in each round, so that nobody always comes after the same one.
std::vector<std::size_t> turns_of_round(int round, std::size_t count);

// One program with one number of threads.
struct AppVerdict {
  Program program;
  int threads = 0;
  std::vector<AppRuns> runs;  // by runtime
  // transfer_ns() before each round, where the machine tells. The host of a virtual machine moves its processors, which
  // slows down programs whose threads share data.
  std::vector<double> transfers;
  Verdict wall;       // of the wall times, in seconds
  Interval interval;  // of the median of the ratios, if there is a ratio

  [[nodiscard]] bool failed() const;          // on any runtime
  [[nodiscard]] bool is_surely_slow() const;  // the whole interval is under 1
};

// Runs each program plan.rounds times on each runtime and prints a line for each.
std::vector<AppVerdict> measure_apps(const std::vector<Program>& programs,
                                     const std::vector<Runtime>& runtimes, const AppsPlan& apps,
                                     const Plan& plan);

// Names what is slow and what failed.
void print_apps_summary(const std::vector<AppVerdict>& verdicts, const std::vector<Runtime>& runtimes);

nlohmann::json apps_to_json(const std::vector<AppVerdict>& verdicts, const std::vector<Runtime>& runtimes,
                            const AppsPlan& apps, const Plan& plan);

}  // namespace bench
