// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace limpid::cli::scale {
namespace {

constexpr int kTerms = 3;
using Vector = std::array<double, kTerms>;

// The terms' values at a point, relative to the time measured there.
Vector terms_at(const Point& point) {
  const auto p = static_cast<double>(point.threads);
  return {1 / point.seconds, 1 / p / point.seconds, (p - 1) / point.seconds};
}

// Solves the normal equations for the terms in `used` (a bit each) by elimination. False: they are singular.
bool solve(const std::vector<Point>& points, unsigned used, Vector& result) {
  double matrix[kTerms][kTerms + 1] = {};
  for (const Point& point : points) {
    const Vector terms = terms_at(point);
    for (int i = 0; i < kTerms; ++i) {
      for (int j = 0; j < kTerms; ++j) matrix[i][j] += terms[i] * terms[j];
      matrix[i][kTerms] += terms[i];
    }
  }
  for (int i = 0; i < kTerms; ++i) {
    if ((used >> i & 1) != 0) continue;
    for (int j = 0; j <= kTerms; ++j) matrix[i][j] = 0;
    for (int j = 0; j < kTerms; ++j) matrix[j][i] = 0;
    matrix[i][i] = 1;  // this term is 0
  }
  for (int i = 0; i < kTerms; ++i) {
    const double pivot = matrix[i][i];
    if (std::abs(pivot) < 1e-12) return false;
    for (int row = 0; row < kTerms; ++row) {
      if (row == i) continue;
      const double factor = matrix[row][i] / pivot;
      for (int j = i; j <= kTerms; ++j) matrix[row][j] -= factor * matrix[i][j];
    }
  }
  for (int i = 0; i < kTerms; ++i) result[i] = matrix[i][kTerms] / matrix[i][i];
  return true;
}

double deviation(const std::vector<Point>& points, const Vector& values) {
  double sum = 0;
  for (const Point& point : points) {
    const Vector terms = terms_at(point);
    double predicted = 0;
    for (int i = 0; i < kTerms; ++i) predicted += terms[i] * values[i];
    sum += (predicted - 1) * (predicted - 1);
  }
  return sum;
}

}  // namespace

double Fit::best() const {
  return each > 0 ? std::max(1.0, std::sqrt(parallel / each)) : 0;
}

Fit fit(const std::vector<Point>& points) {
  std::set<uint64_t> counts;
  for (const Point& point : points) counts.insert(point.threads);
  constexpr unsigned kParallel = 2, kSerialParallel = 3, kAll = 7;
  const unsigned allowed = counts.size() == 1 ? kParallel : counts.size() == 2 ? kSerialParallel : kAll;
  Vector best{};
  double least = INFINITY;
  for (unsigned used = 1; used <= allowed; ++used) {
    Vector values{};
    if ((used & ~allowed) != 0 || !solve(points, used, values)) continue;
    if (values[0] < 0 || values[1] < 0 || values[2] < 0) continue;
    const double here = deviation(points, values);
    if (here >= least) continue;
    least = here;
    best = values;
  }
  return {best[0], best[1], best[2]};
}

}  // namespace limpid::cli::scale
