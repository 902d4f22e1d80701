// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/losses.h"

#include <numeric>

namespace limpid::cli::analysis {

std::string_view cause_name(Cause cause) {
  static constexpr std::array<std::string_view, kCauses> kNames = {
      "imbalance", "serial code", "late start", "lock", "overhead", "no processor", "device"};
  return kNames[static_cast<size_t>(cause)];
}

Losses& Losses::operator+=(const Losses& more) {
  for (size_t i = 0; i < kCauses; ++i) ns_[i] += more.ns_[i];
  return *this;
}

uint64_t Losses::all_ns() const {
  return std::accumulate(ns_.begin(), ns_.end(), uint64_t{0});
}

}  // namespace limpid::cli::analysis
