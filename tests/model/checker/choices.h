// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choices that distinguish one execution from the next.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace model {

// A path through the tree of all choices: either each path once, depth first, or random paths.
class Choices {
 public:
  // Each path once.
  Choices() = default;
  // Random paths.
  explicit Choices(std::uint64_t seed) : random_(true), generator_(seed) {}

  // The next choice on the path: 0 .. options - 1. 0 is tried first, so it should be the most common case.
  std::uint32_t choose(std::uint32_t options);

  // Whether a rare event happens here; on random paths it does once in so many times.
  bool seldom(std::uint32_t once_in);

  // Whether the scenario reached the same choices each time, as it must.
  [[nodiscard]] bool repeats() const { return same_; }

  // Goes to the beginning of the next path. False: there is none.
  bool next();

 private:
  struct Step {
    std::uint32_t chosen;
    std::uint32_t options;
  };
  std::vector<Step> path_;
  std::size_t at_ = 0;
  bool random_ = false;
  bool same_ = true;
  std::mt19937_64 generator_;
};

}  // namespace model
