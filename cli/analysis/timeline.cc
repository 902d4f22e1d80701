// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/timeline.h"

#include <algorithm>
#include <tuple>

#include "analysis/state.h"

namespace limpid::cli::analysis {
namespace {

bool alike(const Stretch& a, const Stretch& b) {
  return std::tie(a.thread, a.node, a.region, a.state, a.line) ==
         std::tie(b.thread, b.node, b.region, b.state, b.line);
}

}  // namespace

Doing doing_of(const Stretch& stretch, const Tree& tree) {
  switch (tree.at(stretch.node).key.kind) {
    case Tree::Kind::kNoProcessor:
      return Doing::kWantsProcessor;
    case Tree::Kind::kBlocked:
      return Doing::kBlocked;
    case Tree::Kind::kWait:
      if (stretch.state == kIdleState) return Doing::kIdles;
      if (stretch.state == kOverhead) return Doing::kInRuntime;
      return waits_for_a_lock(stretch.state) ? Doing::kWaitsForLock : Doing::kWaits;
    default:
      return stretch.region == Tree::kRoot ? Doing::kSerial : Doing::kInRegion;
  }
}

std::string_view doing_name(Doing doing) {
  static constexpr std::string_view kNames[kDoings] = {
      "work in regions", "serial work", "waiting for others", "idle", "lock",
      "overhead",        "blocked",     "no processor"};
  return kNames[static_cast<size_t>(doing)];
}

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
