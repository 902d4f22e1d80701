// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps a loop as the program wrote it to logical iteration numbers 0 .. trip, without overflow for any bounds
// and steps.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/workshare.h"
#include "core/loop/inclusive_range.h"

namespace limpid::core {

// Number of iterations in [first, end) going up, or in (end, first] going down, with the distance between the
// bounds and the size of the step, >= 1. At most 2^64 - 1.
constexpr uint64_t trip_count(uint64_t distance, uint64_t step_size) {
  if (step_size == 1) return distance;  // a division takes as long as the rest of a short loop's start
  return distance == 0 || step_size == 0 ? 0 : (distance - 1) / step_size + 1;
}

// A loop over signed values: up if step > 0, down if step < 0; end is exclusive. step 0 has no iterations.
constexpr IterationSpace space_of(long first, long end, long step) {
  uint64_t from = static_cast<uint64_t>(first), to = static_cast<uint64_t>(end),
           by = static_cast<uint64_t>(step);
  uint64_t trip = 0;
  if (step > 0 && first < end) trip = trip_count(to - from, by);
  if (step < 0 && first > end) trip = trip_count(from - to, -by);
  return {from, by, to, trip};
}

// A loop over unsigned values. Going down, step is the two's complement of its size.
constexpr IterationSpace space_of(bool up, unsigned long long first, unsigned long long end,
                                  unsigned long long step) {
  uint64_t trip = 0;
  if (up && first < end) trip = trip_count(end - first, step);
  if (!up && first > end) trip = trip_count(first - end, -step);
  return {first, step, end, trip};
}

// Value of the first iteration of a chunk, and of the end of one: the loop's own end for the last, so that
// adding a step never leaves the type's range.
constexpr uint64_t value_of(const IterationSpace& space, uint64_t iteration) {
  return space.first + iteration * space.step;
}
constexpr uint64_t end_value_of(const IterationSpace& space, uint64_t iteration) {
  LIMPID_DCHECK(iteration <= space.trip);
  return iteration == space.trip ? space.end : value_of(space, iteration);
}

// How many chunks of a size (>= 1) cover trip iterations, and the end of the chunk that begins at an
// iteration.
constexpr uint64_t chunk_count(uint64_t trip, uint64_t chunk) {
  LIMPID_DCHECK(chunk >= 1);
  if (chunk == 1) return trip;
  return trip == 0 ? 0 : (trip - 1) / chunk + 1;
}
constexpr uint64_t chunk_end(uint64_t trip, uint64_t begin, uint64_t chunk) {
  LIMPID_DCHECK(begin <= trip);
  return trip - begin > chunk ? begin + chunk : trip;
}

// The block of iterations of one thread under static without chunk size: the first trip % threads blocks are
// one longer. The same as the division that GCC expands inline.
struct Block {
  uint64_t begin;
  uint64_t end;
};
constexpr Block static_block(uint64_t trip, uint64_t index, uint64_t threads) {
  const Part<uint64_t> part = Part<uint64_t>::of(trip, index, threads);
  return {part.begin, part.end};
}

}  // namespace limpid::core
