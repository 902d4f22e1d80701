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

void finish_process(Timeline& timeline, size_t first) {
  std::vector<Stretch>& all = timeline.stretches;
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, all.end(), [](const Stretch& a, const Stretch& b) {
    return std::tie(a.thread, a.begin_ns) < std::tie(b.thread, b.begin_ns);
  });
  size_t kept = first;
  for (size_t i = first; i < all.size(); ++i) {
    const bool continues =
        kept > first && alike(all[kept - 1], all[i]) && all[kept - 1].end_ns == all[i].begin_ns;
    if (continues) {
      all[kept - 1].end_ns = all[i].end_ns;
    } else {
      all[kept++] = all[i];
    }
  }
  all.resize(kept);
}

}  // namespace limpid::cli::analysis
