// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/section.h"

namespace limpid::cli::tracing {

// What a thread did for a while, as a picture shows it.
struct Shown {
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  uint16_t construct = kNoConstruct;
  PieceKind kind = PieceKind::kIdle;
};

// What all threads did, in no more stretches than a screen can hold: shorter ones are pooled until they are as long as
// `grain_ns`. In a pool what is alike stands together, so that sums stay what they were; what is less than the four
// heaviest kinds of a pool counts as the heaviest.
class Picture {
 public:
  explicit Picture(size_t most = 0) : most_(most) {}

  void add(const Section& section);

  const std::vector<std::vector<Shown>>& rows() const { return rows_; }  // by thread
  uint64_t grain_ns() const { return grain_ns_; }                        // 0: nothing was pooled

 private:
  void append(std::vector<Shown>& row, const Shown& next);
  void coarsen();

  size_t most_;
  size_t shown_ = 0;
  uint64_t grain_ns_ = 0;
  std::vector<std::vector<Shown>> rows_;
};

}  // namespace limpid::cli::tracing
