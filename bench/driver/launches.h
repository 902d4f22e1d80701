// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one launch of a program is like, beside the next: the distribution that medians within a process hide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rounds.h"

namespace bench {

// One fresh process.
struct LaunchTime {
  double ns;          // per operation
  double stolen = 0;  // processor time that the host used for others meanwhile / elapsed time
  std::optional<double> transfer = {};  // as transfer_ns() says: the longer of just before and just after
};

// One construct on one runtime.
struct Launches {
  std::vector<LaunchTime> times;  // in their order
  std::string error;              // if not empty, a launch failed and times is incomplete
};

// A launch is slow when it takes more than so many times the lower quartile of its runtime. If the host took more than such a
// share of a processor from it, that says nothing about the runtime. Nor if the host has moved the processors apart: where a
// transfer takes longer than its own lower quartile over the launches, the limit is longer by as much.
inline constexpr double kSlowLaunch = 8;
inline constexpr double kStolenLaunch = 0.1;

struct SlowLaunches {
  int all = 0;
  int stolen = 0;  // of these, by the host
  int far = 0;     // of the others, by transfers alone
  [[nodiscard]] int unexplained() const { return all - stolen - far; }
};
SlowLaunches slow_launches(const std::vector<LaunchTime>& times);

struct LaunchPlan {
  int launches = 24;
  int busy = 0;           // processes beside
  double most_times = 2;  // beside busy processes the subject's median must stay within so many better peers'
};

// Prints for each construct and runtime the quartiles over plan.launches fresh processes, by turns, the worst, how many were
// slow, in how many of these the host took the processors, and in how many it had moved them apart; then the constructs
// that the subject is to be blamed for. Idle: those with an unexplained slow launch; beside busy processes: those whose
// median is beyond most_times. True if there is none.
bool print_launches(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                    const LaunchPlan& launches, const Plan& plan);

}  // namespace bench
