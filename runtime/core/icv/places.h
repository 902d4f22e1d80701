// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places (OMP_PLACES) and how the threads of a team are spread over them (OpenMP 5.1, sections 2.6.2
// and 6.5).
#pragma once

#include <cstdint>

#include "base/check.h"

namespace limpid::core {

// A list of places, each a set of operating-system processor numbers. Both arrays are immutable once built.
struct Places {
  std::uint32_t count = 0;
  const std::uint32_t* first = nullptr;  // count + 1 offsets into `processors`
  const std::uint32_t* processors = nullptr;

  [[nodiscard]] std::uint32_t size_of(std::uint32_t place) const {
    LIMPID_DCHECK(place < count && first[place] < first[place + 1]);  // every place has processors
    return first[place + 1] - first[place];
  }
  [[nodiscard]] const std::uint32_t* processors_of(std::uint32_t place) const {
    LIMPID_DCHECK(place < count);
    return processors + first[place];
  }
};

// A run of consecutive places [first, first + count): a thread's place partition (place-partition-var).
struct PlacePartition {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// The assignment of one thread of a team: the place it is bound to, and its implicit task's place partition.
struct PlaceAssignment {
  std::uint32_t place = 0;
  PlacePartition partition;
};

enum class PlacePolicy : std::uint8_t { kPrimary, kClose, kSpread };

// The assignment of thread `thread_num` of a team of `team_size` >= 1 threads whose primary thread is at
// `parent_place` (a member of `parent`, with parent.count >= 1). Pure, O(1): a worker may compute its own.
PlaceAssignment assign_place(PlacePolicy policy, std::uint32_t thread_num, std::uint32_t team_size,
                             PlacePartition parent, std::uint32_t parent_place);

}  // namespace limpid::core
