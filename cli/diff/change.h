// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happened to one quantity between two sets of runs, as far as noise lets one tell.
#pragma once

#include <vector>

namespace limpid::cli::diff {

// A quantity in seconds, on one side of the comparison.
struct Measured {
  std::vector<double> runs;  // its value in each run; 0 where the run does not have it
  double error = 0;          // standard error of one value by sampling alone; 0: it was not sampled
};

enum class Verdict { same, slower, faster, appeared, gone };

// Seconds. `low` and `high` bound after - before: with 95 % confidence if both sides have enough runs (four each,
// or three and five); with fewer they are the range of all differences between pairs of runs; with one
// run on each side they are three standard errors of sampling, and kLeastShareOfOne at least.
struct Change {
  double before = 0;  // medians
  double after = 0;
  double low = 0;
  double high = 0;
  Verdict verdict = Verdict::same;

  double difference() const { return after - before; }
  // Per cent of `before`; 0 if there was nothing before.
  double percent(double seconds) const { return before > 0 ? 100 * seconds / before : 0; }
};

// A change is told from noise if its whole interval is on one side of 0, and if it is at least kLeastShare of the
// quantity. Single runs of a program may differ by kLeastShareOfOne without a cause in the program.
inline constexpr double kLeastShare = 0.02, kLeastShareOfOne = 0.05;
Change compare(const Measured& before, const Measured& after);

}  // namespace limpid::cli::diff
