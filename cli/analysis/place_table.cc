// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/place_table.h"

#include <algorithm>

namespace limpid::cli::analysis {

void PlacesOfProcess::finish() {
  std::stable_sort(of_.begin(), of_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  of_.shrink_to_fit();
}

uint32_t PlacesOfProcess::of(uint32_t node) const {
  const auto at = std::lower_bound(of_.begin(), of_.end(), node,
                                   [](const auto& entry, uint32_t wanted) { return entry.first < wanted; });
  return at == of_.end() || at->first != node ? kNone : at->second;
}

uint32_t PlaceTable::add(Place place) {
  const auto next = static_cast<uint32_t>(places_.size());
  const auto [at, fresh] = numbers_.try_emplace({place.node, place.region, place.line, place.file}, next);
  if (fresh) places_.push_back(std::move(place));
  return at->second;
}

}  // namespace limpid::cli::analysis
