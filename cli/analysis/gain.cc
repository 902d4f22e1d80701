// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/gain.h"

#include <algorithm>

#include "analysis/analysis.h"
#include "analysis/label.h"

namespace limpid::cli::analysis {
namespace {

uint64_t per_thread(uint64_t ns, double threads) {
  return threads > 0 ? static_cast<uint64_t>(static_cast<double>(ns) / threads) : 0;
}

void add_regions(const Analysis& analysis, std::vector<Gain>& gains) {
  for (const Region& region : analysis.regions) {
    for (Cause cause : {Cause::kImbalance, Cause::kLate, Cause::kLock, Cause::kOverhead}) {
      uint64_t gain = per_thread(region.losses[cause], region.mean_team);
      // Nothing can save more than the region takes.
      if (region.counted) gain = std::min(gain, region.elapsed_ns);
      if (gain > 0) gains.push_back({cause, gain, true, region.place, gain});
    }
  }
}

// By node: what threads were idle for in the code there and all that it called. Parents come before children.
std::vector<uint64_t> with_children(const Tree& tree, std::vector<uint64_t> ns) {
  ns.resize(tree.size());
  for (uint32_t node = static_cast<uint32_t>(tree.size()); node-- > 1;) ns[tree.at(node).parent] += ns[node];
  return ns;
}

// The innermost function of the program that most of the idle threads' time was for, with what it called.
uint32_t most_of_serial(const Tree& tree, const std::vector<uint64_t>& ns) {
  uint32_t found = Tree::kRoot;
  for (uint32_t at = Tree::kRoot;;) {
    uint32_t most = Tree::kRoot;
    for (uint32_t child : tree.at(at).children)
      if (!Tree::is_pseudo(tree.at(child).key.kind) && (most == Tree::kRoot || ns[child] > ns[most]))
        most = child;
    if (most == Tree::kRoot || ns[most] * 2 <= ns[Tree::kRoot]) return found;
    at = most;
    if (is_authors(tree.at(at).key) || found == Tree::kRoot) found = at;
  }
}

void add_serial(const Analysis& analysis, const std::vector<uint64_t>& idle_by_node,
                std::vector<Gain>& gains) {
  auto threads = static_cast<double>(analysis.run.threads);
  uint64_t gain = per_thread(analysis.efficiency.losses[Cause::kSerial], threads);
  if (gain == 0) return;
  std::vector<uint64_t> ns = with_children(analysis.tree, idle_by_node);
  uint32_t place = most_of_serial(analysis.tree, ns);
  bool known = place != Tree::kRoot;
  gains.push_back({Cause::kSerial, gain, known, known ? analysis.tree.at(place).key : Tree::Key(),
                   known ? std::min(gain, per_thread(ns[place], threads)) : 0});
}

// What has no place of its own.
void add_run(const Analysis& analysis, std::vector<Gain>& gains) {
  for (Cause cause : {Cause::kNoProcessor, Cause::kDevice}) {
    uint64_t gain = per_thread(analysis.efficiency.losses[cause], static_cast<double>(analysis.run.threads));
    if (gain > 0) gains.push_back({cause, gain, false, Tree::Key(), 0});
  }
}

}  // namespace

std::vector<Gain> gains_of(const Analysis& analysis, const std::vector<uint64_t>& idle_by_node) {
  std::vector<Gain> gains;
  add_regions(analysis, gains);
  add_serial(analysis, idle_by_node, gains);
  add_run(analysis, gains);
  std::stable_sort(gains.begin(), gains.end(),
                   [](const Gain& a, const Gain& b) { return a.gain_ns > b.gain_ns; });
  return gains;
}

}  // namespace limpid::cli::analysis
