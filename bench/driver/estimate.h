// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What repeated measurements of known quantities say about the one who measures.
#pragma once

#include <vector>

namespace bench {

// One run: a share of the thread time (0 to 1) as it was reported and as it was, and how many samples the
// report's share rests on.
struct Trial {
  double reported = 0;
  double truth = 0;
  double samples = 0;
};

// Over all runs, in points (hundredths of the whole).
struct Estimate {
  double truth = 0;
  double bias = 0;         // mean of reported - true
  double uncertainty = 0;  // half the width of the bias's 95 % confidence interval; 0 for less than two runs
  double spread = 0;       // standard deviation of reported - true
  double binomial = 0;     // the standard deviation that independent samples would have
  double samples = 0;      // mean per run

  // The whole interval lies beyond so many points on one side.
  [[nodiscard]] bool surely_beyond(double points) const;
};

// `trials` must not be empty.
Estimate estimate(const std::vector<Trial>& trials);

// The value below which Student's t with so many degrees of freedom (1 or more) is in 97.5 of 100 cases.
double student_t(std::size_t degrees);

}  // namespace bench
