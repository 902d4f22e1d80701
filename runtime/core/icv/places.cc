// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigns places to threads by the rules of primary, close and spread.
#include "core/icv/places.h"

#include "base/check.h"

namespace limpid::core {
namespace {

// One of `parts` nearly equal consecutive pieces of `total` elements: its number, first element and size. The
// first total % parts pieces have one element more than the others.
struct Piece {
  std::uint32_t index, first, count;
};

Piece piece_number(std::uint32_t index, std::uint32_t parts, std::uint32_t total) {
  LIMPID_DCHECK(index < parts);
  const std::uint32_t small = total / parts;
  const std::uint32_t longer = total % parts;
  const std::uint32_t first = index * small + (index < longer ? index : longer);
  return {index, first, small + (index < longer ? 1 : 0)};
}

Piece piece_with(std::uint32_t element, std::uint32_t parts, std::uint32_t total) {
  const std::uint32_t small = total / parts;
  const std::uint32_t longer = total % parts;
  LIMPID_DCHECK(element < total);
  const std::uint32_t in_longer_ones = longer * (small + 1);
  const std::uint32_t index =
      element < in_longer_ones ? element / (small + 1) : longer + (element - in_longer_ones) / small;
  return piece_number(index, parts, total);
}

// More threads than places: consecutive threads share a place, the first of them the parent's place.
std::uint32_t crowded_place(std::uint32_t thread_num, std::uint32_t team_size, PlacePartition parent,
                            std::uint32_t parent_offset) {
  const std::uint32_t group = piece_with(thread_num, parent.count, team_size).index;
  return parent.first + (parent_offset + group) % parent.count;
}

PlaceAssignment spread_out(std::uint32_t thread_num, std::uint32_t team_size, PlacePartition parent,
                           std::uint32_t parent_offset) {
  const Piece home = piece_with(parent_offset, team_size, parent.count);
  const Piece mine = piece_number((home.index + thread_num) % team_size, team_size, parent.count);
  LIMPID_DCHECK(mine.count >= 1 && mine.first + mine.count <= parent.count);
  const std::uint32_t offset = thread_num == 0 ? parent_offset : mine.first;
  return {parent.first + offset, {parent.first + mine.first, mine.count}};
}

}  // namespace

PlaceAssignment assign_place(PlacePolicy policy, std::uint32_t thread_num, std::uint32_t team_size,
                             PlacePartition parent, std::uint32_t parent_place) {
  if (policy == PlacePolicy::kPrimary) return {parent_place, parent};
  const std::uint32_t parent_offset = parent_place - parent.first;
  LIMPID_DCHECK(parent_offset < parent.count && thread_num < team_size);
  if (team_size > parent.count) {
    const std::uint32_t place = crowded_place(thread_num, team_size, parent, parent_offset);
    return {place, policy == PlacePolicy::kClose ? parent : PlacePartition{place, 1}};
  }
  if (policy == PlacePolicy::kSpread) return spread_out(thread_num, team_size, parent, parent_offset);
  return {parent.first + (parent_offset + thread_num) % parent.count, parent};
}

}  // namespace limpid::core
