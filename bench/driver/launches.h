// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one launch of a program is like, beside the next: the distribution that medians within a process hide.
#pragma once

#include <string>
#include <vector>

#include "rounds.h"

namespace bench {

// One construct on one runtime.
struct Launches {
  std::vector<double> ns;  // per operation; an entry for each fresh process, in their order
  std::string error;       // if not empty, a launch failed and ns is incomplete
};

// A launch is slow when it takes more than so many times the lower quartile of its runtime.
inline constexpr double kSlowLaunch = 8;
int slow_launches(const std::vector<double>& ns);

struct LaunchPlan {
  int launches = 24;
  int busy = 0;           // processes beside
  double most_times = 2;  // beside busy processes the subject's median must stay within so many better peers'
};

// Prints for each construct and runtime the quartiles over plan.launches fresh processes, by turns, the worst and
// how many were slow; then the constructs that the subject is to be blamed for. Idle: those with a slow launch;
// beside busy processes: those whose median is beyond most_times. True if there is none.
bool print_launches(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                    const LaunchPlan& launches, const Plan& plan);

}  // namespace bench
