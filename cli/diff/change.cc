// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/change.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace limpid::cli::diff {
namespace {

// Many rows are compared: with two standard errors one in twenty would seem to differ by chance.
constexpr double kErrors = 3;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// How many of all pairwise differences, at each end, lie outside the 95 % confidence interval of the shift between
// two samples (Hodges and Lehmann 1963): k - 1 for the largest k such that the Mann-Whitney statistic is below k
// with a probability of at most 2.5 %. 0 also if there is no such k: too few values for this confidence.
size_t outside(size_t before, size_t after) {
  const size_t pairs = before * after;
  // ways[u]: how many orders of the values seen so far have statistic u. One value of `after` at a time: it is
  // larger than i values of `before`, and than no fewer of them than the one before it.
  std::vector<std::vector<double>> ways(before + 1, std::vector<double>(pairs + 1, 0.0));
  for (size_t i = 0; i <= before; ++i) ways[i][0] = 1;
  for (size_t values = 1; values <= after; ++values) {
    for (size_t i = 1; i <= before; ++i) {
      // ways[i] of `values`: the largest of them is above the i-th of `before` (then it adds i), or is not.
      for (size_t u = pairs + 1; u-- > 0;) ways[i][u] = (u >= i ? ways[i][u - i] : 0) + ways[i - 1][u];
    }
  }
  double all = 0;
  for (const double count : ways[before]) all += count;
  double below = 0;
  for (size_t u = 0; u < pairs; ++u) {
    below += ways[before][u];
    if (below > 0.025 * all) return u > 0 ? u - 1 : 0;
  }
  return 0;
}

std::pair<double, double> interval_of_runs(const Measured& before, const Measured& after) {
  std::vector<double> differences;
  for (const double a : before.runs) {
    for (const double b : after.runs) differences.push_back(b - a);
  }
  std::sort(differences.begin(), differences.end());
  const size_t skip = outside(before.runs.size(), after.runs.size());
  return {differences[skip], differences[differences.size() - 1 - skip]};
}

std::pair<double, double> interval_of_sampling(const Measured& before, const Measured& after) {
  const double least = kLeastShareOfOne * std::max(before.runs[0], after.runs[0]);
  const double error = std::max(least, kErrors * std::hypot(before.error, after.error));
  const double difference = after.runs[0] - before.runs[0];
  return {difference - error, difference + error};
}

Verdict judge(const Change& change) {
  const bool beyond_noise = change.low > 0 || change.high < 0;
  const double least = kLeastShare * std::max(change.before, change.after);
  if (!beyond_noise || std::abs(change.difference()) < least) return Verdict::same;
  if (change.before <= 0) return Verdict::appeared;
  if (change.after <= 0) return Verdict::gone;
  return change.difference() > 0 ? Verdict::slower : Verdict::faster;
}

}  // namespace

Change compare(const Measured& before, const Measured& after) {
  Change change;
  change.before = median(before.runs);
  change.after = median(after.runs);
  const bool single = before.runs.size() == 1 && after.runs.size() == 1;
  std::tie(change.low, change.high) =
      single ? interval_of_sampling(before, after) : interval_of_runs(before, after);
  change.verdict = judge(change);
  return change;
}

}  // namespace limpid::cli::diff
