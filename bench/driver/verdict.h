// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From series of blocks to one line per construct and one number per runtime.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rounds.h"

namespace bench {

// The value below which a share `q` of the values lies (0 to 1). `values` must not be empty.
double quantile(std::vector<double> values, double q);

// In 95 of 100 cases the median of what the values were drawn from lies in it, whatever their distribution. Of
// fewer than 6 values it is their whole range, which says less.
struct Interval {
  double low = 0, high = 0;
};
Interval median_interval(std::vector<double> values);

double geometric_mean(const std::vector<double>& values);

struct Verdict {
  Construct construct;
  std::vector<std::optional<double>> ns;  // median per operation, by runtime
  std::vector<std::string> errors;        // by runtime, empty if none
  std::string better_peer;                // empty if no peer finished
  // Better peer / subject: of each launch the median of its rounds, and of the launches the median and the quartiles.
  // A launch is what chance draws: where its memory lies and which threads met first holds for all of its rounds.
  std::optional<double> ratio, ratio_low, ratio_high;
  std::vector<double> ratios;  // of each launch, for other intervals
  // Nanoseconds that the operation's transfers took by themselves, the median of the rounds.
  std::optional<double> transfers_ns;
};

Verdict judge(const Construct& construct, const std::vector<Runtime>& runtimes,
              const std::vector<Series>& series);

struct Summary {
  int threads = 0;
  double least_mean = 0;
  std::vector<Verdict> verdicts;
  // Geometric mean over constructs of (better peer / this runtime), by runtime; for a peer it is at most 1.
  std::vector<std::optional<double>> means;
  std::vector<std::string> below;   // constructs that are surely under their limit
  std::vector<std::string> failed;  // constructs that the subject did not finish
  bool passed = false;              // subject present, mean large enough, none below, none failed
};

// below: the verdict is surely under its limit.
Summary summarize(int threads, double least_mean, const std::function<bool(const Verdict&)>& below,
                  const std::vector<Runtime>& runtimes, std::vector<Verdict> verdicts);

}  // namespace bench
