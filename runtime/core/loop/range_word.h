// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The share of a loop that a member still has, in one word.
#pragma once

#include <stdint.h>

#include "base/check.h"

namespace limpid::core {

// A member's share of a loop, [low, high) in units 0 .. kMaxUnits, with the epoch of the loop that it belongs
// to, in one word. No loop has epoch 0: a word of zeroes belongs to none.
struct RangeWord {
  static constexpr int kUnitBits = 28;
  static constexpr uint64_t kMaxUnits = (uint64_t{1} << kUnitBits) - 1;

  uint8_t epoch;
  uint64_t low;
  uint64_t high;

  static RangeWord unpack(uint64_t word) {
    return {static_cast<uint8_t>(word >> (2 * kUnitBits)), (word >> kUnitBits) & kMaxUnits, word & kMaxUnits};
  }
  uint64_t pack() const {
    LIMPID_DCHECK(low <= kMaxUnits && high <= kMaxUnits);
    return uint64_t{epoch} << (2 * kUnitBits) | low << kUnitBits | high;
  }

  // The word without the first unit, if there is one.
  static uint64_t without_first(uint64_t word) { return word + (uint64_t{1} << kUnitBits); }

  bool empty() const { return low >= high; }
  uint64_t size() const {
    LIMPID_DCHECK(low <= high);
    return high - low;
  }
};

}  // namespace limpid::core
