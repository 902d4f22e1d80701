// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes choices along a path, and moves to the next path.
#include "checker/choices.h"

#include <algorithm>

namespace model {

std::uint32_t Choices::choose(std::uint32_t options) {
  if (options <= 1) return 0;
  if (random_) return static_cast<std::uint32_t>(generator_() % options);
  if (at_ == path_.size()) path_.push_back({0, options});
  if (path_[at_].options != options) same_ = false;
  return std::min(path_[at_++].chosen, options - 1);
}

bool Choices::seldom(std::uint32_t once_in) {
  if (random_) return generator_() % once_in == 0;
  return choose(2) == 1;
}

bool Choices::next() {
  at_ = 0;
  if (random_) return true;
  while (!path_.empty() && path_.back().chosen + 1 == path_.back().options) path_.pop_back();
  if (path_.empty()) return false;
  ++path_.back().chosen;
  return true;
}

}  // namespace model
