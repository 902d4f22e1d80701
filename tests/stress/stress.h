// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace stress {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

// The seed of this run: from LIMPID_STRESS_SEED, else random; printed, so that a failure can be replayed.
inline std::uint64_t seed() {
  std::uint64_t value = number_from_environment("LIMPID_STRESS_SEED", std::random_device{}());
  std::printf("seed %llu (replay with LIMPID_STRESS_SEED=%llu)\n", static_cast<unsigned long long>(value),
              static_cast<unsigned long long>(value));
  std::fflush(stdout);
  return value;
}

inline int rounds(int otherwise) {
  return static_cast<int>(
      number_from_environment("LIMPID_STRESS_ROUNDS", static_cast<std::uint64_t>(otherwise)));
}

inline void expect(long got, long wanted, const char* what, int round) {
  if (got == wanted) return;
  std::fprintf(stderr, "round %d: %s is %ld, expected %ld\n", round, what, got, wanted);
  std::exit(1);
}

}  // namespace stress
