// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

// The seed of a random test: LIMPID_TEST_SEED replays one, otherwise it is new and printed.
inline std::uint32_t test_seed() {
  const char* given = std::getenv("LIMPID_TEST_SEED");
  std::uint32_t seed = given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10))
                                        : std::random_device{}();
  std::printf("seed %u (replay with LIMPID_TEST_SEED=%u)\n", seed, seed);
  return seed;
}
