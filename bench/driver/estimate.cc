// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "estimate.h"

#include <algorithm>
#include <cmath>

namespace bench {

double student_t(std::size_t degrees) {
  static constexpr double kQuantiles[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                          2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                          2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                          2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  constexpr std::size_t kKnown = sizeof kQuantiles / sizeof *kQuantiles;
  if (degrees <= kKnown) return kQuantiles[degrees - 1];
  const double n = static_cast<double>(degrees);
  return 1.95996 + 2.3723 / n + 2.82 / (n * n);  // Cornish and Fisher's expansion
}

Estimate estimate(const std::vector<Trial>& trials) {
  const double n = static_cast<double>(trials.size());
  Estimate result;
  for (const Trial& t : trials) {
    const double share = std::clamp(t.truth, 0.0, 1.0);
    result.truth += 100 * t.truth / n;
    result.bias += 100 * (t.reported - t.truth) / n;
    result.samples += t.samples / n;
    result.binomial += share * (1 - share) / std::max(t.samples, 1.0) / n;
  }
  result.binomial = 100 * std::sqrt(result.binomial);
  if (trials.size() < 2) return result;
  double squares = 0;
  for (const Trial& t : trials) squares += std::pow(100 * (t.reported - t.truth) - result.bias, 2);
  result.spread = std::sqrt(squares / (n - 1));
  result.uncertainty = student_t(trials.size() - 1) * result.spread / std::sqrt(n);
  return result;
}

bool Estimate::surely_beyond(double points) const {
  return std::abs(bias) - uncertainty > points;
}

}  // namespace bench
