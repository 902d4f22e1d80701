// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/timeline.h"

#include <algorithm>
#include <tuple>

namespace limpid::cli::analysis {
namespace {

bool alike(const Stretch& a, const Stretch& b) {
  return std::tie(a.thread, a.node, a.region, a.state, a.line) ==
         std::tie(b.thread, b.node, b.region, b.state, b.line);
}

}  // namespace

bool is_timed(const profile::Sample& sample) {
  bool aggregated = (sample.flags & static_cast<uint16_t>(profile::SampleFlag::kAggregated)) != 0;
  return !aggregated && sample.weight_ns <= sample.time_ns;
}

void finish_timeline(Timeline& timeline) {
  std::vector<Stretch>& all = timeline.stretches;
  std::stable_sort(all.begin(), all.end(), [](const Stretch& a, const Stretch& b) {
    return std::tie(a.thread, a.begin_ns) < std::tie(b.thread, b.begin_ns);
  });
  std::vector<Stretch> joined;
  for (const Stretch& next : all) {
    bool continues = !joined.empty() && alike(joined.back(), next) && joined.back().end_ns == next.begin_ns;
    if (continues) {
      joined.back().end_ns = next.end_ns;
    } else {
      joined.push_back(next);
    }
  }
  all = std::move(joined);
}

}  // namespace limpid::cli::analysis
