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

Times times_of_kind(Tree::Kind kind, uint64_t ns) {
  Tree::Node node;
  node.key.kind = kind;
  node.self_ns = ns;
  return own_times(node);
}

// The part of a stretch behind `end_ns`; the rest has no moment.
Stretch behind(uint64_t end_ns, Stretch stretch, const Tree& tree, Times& untimed) {
  if (stretch.begin_ns >= end_ns) return stretch;
  const uint64_t cut = std::min(end_ns, stretch.end_ns) - stretch.begin_ns;
  untimed += times_of_kind(tree.at(stretch.node).key.kind, cut);
  stretch.begin_ns += cut;
  return stretch;
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

void finish_process(Timeline& timeline, size_t first, const Tree& tree) {
  std::vector<Stretch>& all = timeline.stretches;
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(begin, all.end(), [](const Stretch& a, const Stretch& b) {
    return std::tie(a.thread, a.begin_ns) < std::tie(b.thread, b.begin_ns);
  });
  size_t kept = first;
  for (size_t i = first; i < all.size(); ++i) {
    Stretch* const last = kept > first && all[kept - 1].thread == all[i].thread ? &all[kept - 1] : nullptr;
    const Stretch next = last == nullptr ? all[i] : behind(last->end_ns, all[i], tree, timeline.untimed);
    if (next.begin_ns == next.end_ns) continue;
    if (last != nullptr && alike(*last, next) && last->end_ns == next.begin_ns) {
      last->end_ns = next.end_ns;
    } else {
      all[kept++] = next;
    }
  }
  all.resize(kept);
}

}  // namespace limpid::cli::analysis
