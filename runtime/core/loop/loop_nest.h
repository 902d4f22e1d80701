// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests of collapsed loops whose bounds may depend on one of the outer iteration variables (OpenMP 5.1,
// section 2.11.1): how many iterations there are, and where the iteration with a number is.
#pragma once

#include <stdint.h>

#include "base/check.h"

namespace limpid::core {

// One loop of a nest, over values modulo 2^64 that are those of a signed or an unsigned type. Bounds are
// inclusive: first + first_factor * outer, and so on, where outer is the value of the loop's outer variable.
struct NestLoop {
  uint64_t first = 0;
  uint64_t first_factor = 0;
  uint64_t last = 0;
  uint64_t last_factor = 0;
  int64_t step = 1;  // of either sign, not 0
  uint32_t outer = 0;
  bool is_signed = true;
  uint8_t bits = 64;  // of the iteration variable's type
};

class LoopNest {
 public:
  static constexpr uint32_t kMostLoops = 32;

  explicit LoopNest(uint32_t depth) : depth_(depth) { LIMPID_DCHECK(depth <= kMostLoops); }

  NestLoop& loop(uint32_t level) {
    LIMPID_DCHECK(level < depth_);
    return loops_[level];
  }
  [[nodiscard]] uint32_t depth() const { return depth_; }

  // Iterations of one loop, given the values of the loops around it.
  [[nodiscard]] uint64_t trip(uint32_t level, const uint64_t* values) const;

  // Iterations of the nest. Visits every iteration of all loops but the innermost, unless the nest is
  // rectangular.
  [[nodiscard]] uint64_t count() const;

  // The values of all loops in the iteration with a number below count().
  void find(uint64_t number, uint64_t* values) const;

 private:
  [[nodiscard]] uint64_t bound(uint32_t level, uint64_t base, uint64_t factor, const uint64_t* values) const;
  [[nodiscard]] uint64_t first_value(uint32_t level, const uint64_t* values) const;
  [[nodiscard]] bool depends_on(uint32_t level) const;
  [[nodiscard]] uint64_t count_from(uint32_t level, uint64_t* values) const;

  uint32_t depth_;
  NestLoop loops_[kMostLoops];
};

}  // namespace limpid::core
