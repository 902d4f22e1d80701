// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects places while OMP_PLACES is read.
#pragma once

#include <cstdint>

#include "core/icv/grow_array.h"
#include "core/icv/places.h"
#include "platform/topology.h"

namespace limpid::core {

class PlaceBuilder {
 public:
  // Adds the place with every processor moved by `shift`; false if one leaves the range of processor numbers.
  bool add_shifted(const platform::CpuSet& place, std::int64_t shift);
  // Adds one place per group (core, socket, …), at most `most`, in the order of the topology.
  void add_groups(const platform::Topology& topology, platform::TopologyLevel level, std::uint32_t most);
  // Removes every place with exactly these processors.
  void remove(const platform::CpuSet& place);
  // Removes processors that are not in `allowed`, and places that have no processor left.
  void keep_only(const platform::CpuSet& allowed);

  [[nodiscard]] std::uint32_t count() const { return ends_.count(); }

  // The places, in memory that is never freed. The builder is empty afterwards.
  Places build();

 private:
  [[nodiscard]] std::uint32_t first_of(std::uint32_t place) const {
    return place == 0 ? 0 : ends_[place - 1];
  }
  void end_place();
  bool same(std::uint32_t place, const platform::CpuSet& other) const;
  template <typename Keep>
  void filter_places(Keep keep);

  GrowArray<std::uint32_t> processors_;
  GrowArray<std::uint32_t> ends_;  // place i is processors_[ends_[i - 1] .. ends_[i])
};

}  // namespace limpid::core
