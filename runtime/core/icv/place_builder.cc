// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds, shifts, removes and filters places.
#include "core/icv/place_builder.h"

#include "base/check.h"

namespace limpid::core {

using platform::kMaxProcessors;

// A place without processors is dropped.
void PlaceBuilder::end_place() {
  if (processors_.count() > first_of(ends_.count())) ends_.add(processors_.count());
}

bool PlaceBuilder::add_shifted(const platform::CpuSet& place, std::int64_t shift) {
  for (std::uint32_t cpu = place.next(0); cpu < kMaxProcessors; cpu = place.next(cpu + 1)) {
    const std::int64_t moved = std::int64_t{cpu} + shift;
    if (moved < 0 || moved >= kMaxProcessors) return false;
    processors_.add(static_cast<std::uint32_t>(moved));
  }
  end_place();
  return true;
}

void PlaceBuilder::add_groups(const platform::Topology& topology, platform::TopologyLevel level,
                              std::uint32_t most) {
  platform::CpuSet done;
  for (std::uint32_t i = 0; i < topology.count && count() < most; ++i) {
    if (done.has(topology.processors[i].id)) continue;
    const std::uint32_t group = topology.processors[i].group_at(level);
    platform::CpuSet place;
    for (std::uint32_t j = i; j < topology.count; ++j) {
      if (topology.processors[j].group_at(level) != group) continue;
      place.add(topology.processors[j].id);
      done.add(topology.processors[j].id);
    }
    add_shifted(place, 0);
  }
}

bool PlaceBuilder::same(std::uint32_t place, const platform::CpuSet& other) const {
  if (ends_[place] - first_of(place) != other.count()) return false;
  for (std::uint32_t i = first_of(place); i < ends_[place]; ++i)
    if (!other.has(processors_[i])) return false;
  return true;
}

// Rebuilds both arrays with the processors for which `keep(place, processor)` is true.
template <typename Keep>
void PlaceBuilder::filter_places(Keep keep) {
  std::uint32_t kept = 0;
  std::uint32_t places = 0;
  std::uint32_t first = 0;
  for (std::uint32_t place = 0; place < ends_.count(); ++place) {
    const std::uint32_t before = kept;
    const std::uint32_t end = ends_[place];
    for (; first < end; ++first)
      if (keep(place, processors_[first])) processors_[kept++] = processors_[first];
    LIMPID_DCHECK(kept <= end && places <= place);  // only elements that were already read are overwritten
    if (kept > before) ends_[places++] = kept;
  }
  processors_.shrink_to(kept);
  ends_.shrink_to(places);
}

void PlaceBuilder::remove(const platform::CpuSet& place) {
  GrowArray<bool> equal;  // decided before the arrays change
  for (std::uint32_t i = 0; i < count(); ++i) equal.add(same(i, place));
  filter_places([&](std::uint32_t i, std::uint32_t) { return !equal[i]; });
}

void PlaceBuilder::keep_only(const platform::CpuSet& allowed) {
  filter_places([&](std::uint32_t, std::uint32_t cpu) { return allowed.has(cpu); });
}

Places PlaceBuilder::build() {
  Places places;
  places.count = ends_.count();
  GrowArray<std::uint32_t> first;
  first.add(0);
  for (std::uint32_t end : ends_) first.add(end);
  LIMPID_DCHECK(first.count() == places.count + 1);
  ends_.clear();
  places.first = first.take();
  places.processors = processors_.take();
  return places;
}

}  // namespace limpid::core
