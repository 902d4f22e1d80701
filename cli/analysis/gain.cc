// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/gain.h"

#include <algorithm>

#include "analysis/analysis.h"

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

// The function outside of regions that most threads were idle for.
void add_serial(const Analysis& analysis, const std::vector<uint64_t>& idle_by_node,
                std::vector<Gain>& gains) {
  struct Function {
    Tree::Key place;
    uint64_t idle_ns;
  };
  std::vector<Function> functions;
  for (uint32_t node = 1; node < idle_by_node.size(); ++node) {
    if (idle_by_node[node] == 0) continue;
    const Tree::Key& key = analysis.tree.at(node).key;
    auto same = std::find_if(functions.begin(), functions.end(),
                             [&](const Function& f) { return same_function(f.place, key); });
    if (same == functions.end()) same = functions.insert(same, {key, 0});
    same->idle_ns += idle_by_node[node];
  }
  auto threads = static_cast<double>(analysis.run.threads);
  uint64_t gain = per_thread(analysis.efficiency.losses[Cause::kSerial], threads);
  if (gain == 0) return;
  auto most = std::max_element(functions.begin(), functions.end(),
                               [](const Function& a, const Function& b) { return a.idle_ns < b.idle_ns; });
  bool known = most != functions.end();
  gains.push_back({Cause::kSerial, gain, known, known ? most->place : Tree::Key(),
                   known ? std::min(gain, per_thread(most->idle_ns, threads)) : 0});
}

void add_no_processor(const Analysis& analysis, std::vector<Gain>& gains) {
  uint64_t gain =
      per_thread(analysis.efficiency.losses[Cause::kNoProcessor], static_cast<double>(analysis.run.threads));
  if (gain > 0) gains.push_back({Cause::kNoProcessor, gain, false, Tree::Key(), 0});
}

}  // namespace

std::vector<Gain> gains_of(const Analysis& analysis, const std::vector<uint64_t>& idle_by_node) {
  std::vector<Gain> gains;
  add_regions(analysis, gains);
  add_serial(analysis, idle_by_node, gains);
  add_no_processor(analysis, gains);
  std::stable_sort(gains.begin(), gains.end(),
                   [](const Gain& a, const Gain& b) { return a.gain_ns > b.gain_ns; });
  return gains;
}

}  // namespace limpid::cli::analysis
