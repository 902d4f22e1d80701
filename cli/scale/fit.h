// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a time depends on the number of threads.
#pragma once

#include <cstdint>
#include <vector>

namespace limpid::cli::scale {

struct Point {
  uint64_t threads = 1;
  double seconds = 0;
};

// T(p) = serial + parallel / p + each * (p - 1): what one thread does, what is divided, and what each further thread
// costs. Seconds, none below 0.
struct Fit {
  double serial = 0;
  double parallel = 0;
  double each = 0;

  double at(double threads) const { return serial + parallel / threads + each * (threads - 1); }
  // The number of threads with the least time; 0: more are always faster.
  double best() const;
};

// Least squares of the relative deviations. With two different numbers of threads `each` is 0; with one, all is
// parallel. Points must have threads >= 1 and seconds > 0, and there must be one.
Fit fit(const std::vector<Point>& points);

}  // namespace limpid::cli::scale
