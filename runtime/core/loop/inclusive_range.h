// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop in its own type with inclusive bounds, which static schedules narrow to one thread's part.
// Arithmetic only, and without overflow at the ends of the type.
#pragma once

#include <limits>
#include <type_traits>

#include "base/check.h"

namespace limpid::core {

// Part number `index` of `parts` of [0, trip): the first trip % parts blocks are one longer.
template <class Number>
struct Part {
  Number begin;
  Number end;

  static constexpr Part of(Number trip, Number index, Number parts) {
    LIMPID_DCHECK(index < parts);
    const Number share = trip / parts, rest = trip % parts;
    const Number begin = index * share + (index < rest ? index : rest);
    return {begin, static_cast<Number>(begin + share + (index < rest ? 1 : 0))};
  }
};

template <class T>
struct InclusiveRange {
  using Number = std::make_unsigned_t<T>;
  using Step = std::make_signed_t<T>;

  T lower;
  T upper;
  Step step;  // of either sign, not 0

  constexpr bool goes_up() const { return !(step < 0); }

  // Number of iterations. 0 also for all 2^n values of the type: some compilers pass an empty loop so.
  constexpr Number trip() const {
    if (goes_up()) return upper < lower || step == 0 ? 0 : iterations(lower, upper, Number(step));
    return lower < upper ? 0 : iterations(upper, lower, Number(0) - Number(step));
  }

  // Keeps iterations [begin, end), at least one.
  constexpr void narrow(Number begin, Number end) {
    LIMPID_DCHECK(begin < end);
    lower = T(Number(lower) + begin * Number(step));
    upper = T(Number(lower) + (end - begin - 1) * Number(step));
  }

  // No iteration, with upper - lower + 1 equal to 0 in steps of one: some compilers count so.
  constexpr void make_empty() {
    using Limits = std::numeric_limits<T>;
    if (goes_up()) {
      if (upper == Limits::max()) upper = T(upper - 1);
      lower = T(upper + 1);
    } else {
      if (upper == Limits::min()) upper = T(upper + 1);
      lower = T(upper - 1);
    }
  }

 private:
  static constexpr Number iterations(T low, T high, Number step_size) {
    return Number((Number(high) - Number(low)) / step_size + 1);
  }
};

// The part of a loop that a static schedule gives to one of `parts` threads or teams, below the taker.
template <class T>
struct StaticShare {
  using Number = typename InclusiveRange<T>::Number;

  InclusiveRange<T> range;  // in: the loop, not empty. out: the taker's block or first chunk, maybe empty
  Number trip;              // of the loop
  Number first = 0;         // number of the taker's first iteration
  Number chunk = 0;   // iterations of its block or of each of its chunks; the loop's last may be shorter
  Number stride = 0;  // iterations from one of its chunks to the next one
  bool last = false;  // the loop's last iteration is the taker's

  explicit constexpr StaticShare(const InclusiveRange<T>& loop) : range(loop), trip(loop.trip()) {}

  // One block each, as even as possible.
  constexpr void take_block(Number index, Number parts) {
    const Part<Number> part = Part<Number>::of(trip, index, parts);
    chunk = part.end - part.begin;
    stride = trip;
    settle(part.begin, part.end);
  }

  // One block each, whose size is a multiple of chunk.
  constexpr void take_rounded_block(Number index, Number parts, Number multiple) {
    LIMPID_DCHECK(trip != 0 && multiple != 0);
    const Number even = Number((trip - 1) / parts + 1);
    const Number size = Number(((even - 1) / multiple + 1) * multiple);
    stride = trip;
    take_chunk_of(index, size);
  }

  // Chunks, round-robin.
  constexpr void take_chunks(Number index, Number parts, Number wanted) {
    LIMPID_DCHECK(trip != 0 && wanted != 0);
    const Number size = wanted < trip ? wanted : trip;
    const Number chunks = Number((trip - 1) / size + 1);
    stride = Number(size * (chunks < parts ? chunks : parts));
    take_chunk_of(index, size);
    last = (chunks - 1) % parts == index;
  }

 private:
  constexpr void take_chunk_of(Number index, Number size) {
    chunk = size;
    if (index > (trip - 1) / size) return settle(trip, trip);
    const Number begin = Number(index * size);
    settle(begin, trip - begin > size ? Number(begin + size) : trip);
  }

  constexpr void settle(Number begin, Number end) {
    first = begin;
    last = begin < end && end == trip;
    begin < end ? range.narrow(begin, end) : range.make_empty();
  }
};

}  // namespace limpid::core
