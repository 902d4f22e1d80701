// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seed of a random test: LIMPID_SEED=N replays a run.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

// The one that is asked for, if one is.
inline std::uint64_t seed_or(std::uint64_t otherwise) {
  const char* const given = std::getenv("LIMPID_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

// Otherwise a new one in each process. It is printed at once, as a run may end without another word.
inline std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const std::uint64_t chosen = seed_or(std::random_device{}());
    std::printf("replay with LIMPID_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    std::fflush(stdout);
    return chosen;
  }();
  return seed;
}
