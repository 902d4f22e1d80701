// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the iterations of a nest level by level, and finds one by its number.
#include "core/loop/loop_nest.h"

#include "base/check.h"

namespace limpid::core {
namespace {

// A value wrapped to the width of the iteration variable's type.
uint64_t wrapped(const NestLoop& loop, uint64_t value) {
  if (loop.bits == 64) return value;
  const int unused = 64 - loop.bits;
  if (loop.is_signed) return static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
  return value << unused >> unused;
}

bool below(const NestLoop& loop, uint64_t a, uint64_t b) {
  return loop.is_signed ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
}

}  // namespace

uint64_t LoopNest::bound(uint32_t level, uint64_t base, uint64_t factor, const uint64_t* values) const {
  const NestLoop& loop = loops_[level];
  LIMPID_DCHECK(factor == 0 || loop.outer < level);  // the outer loop's value is known
  return wrapped(loop, factor == 0 ? base : base + factor * values[loop.outer]);
}

uint64_t LoopNest::first_value(uint32_t level, const uint64_t* values) const {
  return bound(level, loops_[level].first, loops_[level].first_factor, values);
}

uint64_t LoopNest::trip(uint32_t level, const uint64_t* values) const {
  const NestLoop& loop = loops_[level];
  const uint64_t first = first_value(level, values), last = bound(level, loop.last, loop.last_factor, values);
  const auto step = static_cast<uint64_t>(loop.step);
  if (loop.step > 0) return below(loop, last, first) ? 0 : (last - first) / step + 1;
  return below(loop, first, last) ? 0 : (first - last) / (0 - step) + 1;
}

// The bounds of a loop inside depend on this loop's variable.
bool LoopNest::depends_on(uint32_t level) const {
  for (uint32_t inner = level + 1; inner < depth_; ++inner) {
    const NestLoop& loop = loops_[inner];
    if (loop.outer == level && (loop.first_factor != 0 || loop.last_factor != 0)) return true;
  }
  return false;
}

// Iterations of the loops from a level on, given the values of those around them.
uint64_t LoopNest::count_from(uint32_t level, uint64_t* values) const {
  const uint64_t trips = trip(level, values);
  if (level + 1 == depth_ || trips == 0) return trips;
  values[level] = first_value(level, values);
  if (!depends_on(level)) return trips * count_from(level + 1, values);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < trips; ++i) {
    sum += count_from(level + 1, values);
    values[level] = wrapped(loops_[level], values[level] + static_cast<uint64_t>(loops_[level].step));
  }
  return sum;
}

uint64_t LoopNest::count() const {
  uint64_t values[kMostLoops] = {};
  return depth_ == 0 ? 0 : count_from(0, values);
}

void LoopNest::find(uint64_t number, uint64_t* values) const {
  for (uint32_t level = 0; level < depth_; ++level) {
    const NestLoop& loop = loops_[level];
    const uint64_t first = first_value(level, values);
    const auto step = static_cast<uint64_t>(loop.step);
    if (level + 1 == depth_) {
      values[level] = wrapped(loop, first + number * step);
      return;
    }
    values[level] = first;
    uint64_t inside = count_from(level + 1, values);
    LIMPID_DCHECK(inside != 0 || depends_on(level));  // number is below count()
    if (!depends_on(level)) {
      values[level] = wrapped(loop, first + number / inside * step);
      number %= inside;
      continue;
    }
    while (number >= inside) {
      number -= inside;
      values[level] = wrapped(loop, values[level] + step);
      inside = count_from(level + 1, values);
    }
  }
}

}  // namespace limpid::core
