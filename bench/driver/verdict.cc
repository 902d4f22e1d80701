// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verdict.h"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::size_t find_subject(const std::vector<Runtime>& runtimes) {
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    if (runtimes[i].role == Runtime::Role::kSubject) return i;
  }
  return kNone;
}

std::size_t find_better_peer(const Verdict& verdict, const std::vector<Runtime>& runtimes) {
  std::size_t best = kNone;
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    if (runtimes[i].role != Runtime::Role::kPeer || !verdict.ns[i]) continue;
    if (best == kNone || *verdict.ns[i] < *verdict.ns[best]) best = i;
  }
  return best;
}

// Better peer / subject within each round, of those of a launch the median, launch by launch.
std::vector<double> ratios_of_launches(const Series& peer, const Series& subject) {
  std::vector<double> ratios;
  for (std::size_t first = 0, r = 0; r < subject.rounds.size(); first = r) {
    std::vector<double> within;
    for (; r < subject.rounds.size() && subject.rounds[r].launch == subject.rounds[first].launch; ++r)
      within.push_back(peer.rounds[r].ns / subject.rounds[r].ns);
    ratios.push_back(quantile(std::move(within), 0.5));
  }
  return ratios;
}

// The runtimes took their turns in each round, so any of them that finished tells.
std::optional<double> time_of_transfers(const Construct& construct, const std::vector<Series>& series) {
  for (const Series& s : series) {
    std::vector<double> ns;
    for (const Round& round : s.rounds) {
      if (round.transfer) ns.push_back(*round.transfer);
    }
    if (s.error.empty() && !ns.empty()) return construct.transfers * quantile(std::move(ns), 0.5);
  }
  return std::nullopt;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

// The number of values below the median is binomial.
Interval median_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double probability = std::pow(0.5, n), below = probability;
  std::size_t rank = 0;  // of the lower bound
  while (rank < values.size() / 2) {
    const auto k = static_cast<double>(rank + 1);
    probability *= (n - k + 1) / k;
    if (below + probability > 0.025) break;
    below += probability;
    ++rank;
  }
  return {values[rank], values[values.size() - 1 - rank]};
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

Verdict judge(const Construct& construct, const std::vector<Runtime>& runtimes,
              const std::vector<Series>& series) {
  Verdict verdict;
  verdict.construct = construct;
  for (const Series& s : series) {
    const bool complete = s.error.empty() && !s.rounds.empty();
    verdict.ns.push_back(complete ? std::optional(quantile(s.ns(), 0.5)) : std::nullopt);
    verdict.errors.push_back(s.error);
  }
  verdict.transfers_ns = time_of_transfers(construct, series);
  const std::size_t subject = find_subject(runtimes), peer = find_better_peer(verdict, runtimes);
  if (peer == kNone) return verdict;
  verdict.better_peer = runtimes[peer].name;
  if (subject == kNone || !verdict.ns[subject]) return verdict;
  verdict.ratios = ratios_of_launches(series[peer], series[subject]);
  verdict.ratio = quantile(verdict.ratios, 0.5);
  verdict.ratio_low = quantile(verdict.ratios, 0.25);
  verdict.ratio_high = quantile(verdict.ratios, 0.75);
  return verdict;
}

Summary summarize(int threads, double least_mean, const std::function<bool(const Verdict&)>& below,
                  const std::vector<Runtime>& runtimes, std::vector<Verdict> verdicts) {
  Summary summary;
  summary.threads = threads;
  summary.least_mean = least_mean;
  const std::size_t subject = find_subject(runtimes);
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    std::vector<double> ratios;
    for (const Verdict& v : verdicts) {
      const std::size_t peer = find_better_peer(v, runtimes);
      if (peer == kNone || !v.ns[i]) continue;
      ratios.push_back(i == subject ? v.ratio.value() : *v.ns[peer] / *v.ns[i]);
    }
    summary.means.push_back(ratios.empty() ? std::nullopt : std::optional(geometric_mean(ratios)));
  }
  for (const Verdict& v : verdicts) {
    if (below(v)) summary.below.push_back(v.construct.name);
    if (subject != kNone && !v.ns[subject]) summary.failed.push_back(v.construct.name);
  }
  summary.passed = subject != kNone && summary.means[subject].value_or(0) >= least_mean &&
                   summary.below.empty() && summary.failed.empty();
  summary.verdicts = std::move(verdicts);
  return summary;
}

}  // namespace bench
