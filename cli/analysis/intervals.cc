// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/intervals.h"

#include <algorithm>
#include <iterator>

namespace limpid::cli::analysis {

Intervals united(Intervals intervals, uint64_t end_ns) {
  std::sort(intervals.begin(), intervals.end(),
            [](const profile::Interval& a, const profile::Interval& b) { return a.begin_ns < b.begin_ns; });
  Intervals all;
  for (profile::Interval each : intervals) {
    each.end_ns = std::min(each.end_ns, end_ns);
    if (each.begin_ns >= each.end_ns) continue;
    if (!all.empty() && each.begin_ns <= all.back().end_ns) {
      all.back().end_ns = std::max(all.back().end_ns, each.end_ns);
    } else {
      all.push_back(each);
    }
  }
  return all;
}

Intervals common(const Intervals& a, const Intervals& b) {
  Intervals both;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const profile::Interval part{std::max(a[i].begin_ns, b[j].begin_ns), std::min(a[i].end_ns, b[j].end_ns)};
    if (part.begin_ns < part.end_ns) both.push_back(part);
    if (a[i].end_ns < b[j].end_ns) {
      ++i;
    } else {
      ++j;
    }
  }
  return both;
}

Intervals between(const Intervals& intervals, uint64_t end_ns) {
  Intervals gaps;
  uint64_t from = 0;
  for (const profile::Interval& each : intervals) {
    if (each.begin_ns > from) gaps.push_back({from, each.begin_ns});
    from = each.end_ns;
  }
  if (end_ns > from) gaps.push_back({from, end_ns});
  return gaps;
}

uint64_t length_of(const Intervals& intervals) {
  uint64_t sum = 0;
  for (const profile::Interval& each : intervals) sum += each.end_ns - each.begin_ns;
  return sum;
}

bool contains(const Intervals& intervals, uint64_t ns) {
  const auto after =
      std::upper_bound(intervals.begin(), intervals.end(), ns,
                       [](uint64_t moment, const profile::Interval& each) { return moment < each.begin_ns; });
  return after != intervals.begin() && ns < std::prev(after)->end_ns;
}

}  // namespace limpid::cli::analysis
