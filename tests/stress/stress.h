// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "../seed.h"

namespace stress {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

inline int rounds(int otherwise) {
  return static_cast<int>(
      number_from_environment("LIMPID_STRESS_ROUNDS", static_cast<std::uint64_t>(otherwise)));
}

// How many threads a team has: LIMPID_STRESS_THREADS, else what was drawn.
inline int threads(int drawn) {
  return static_cast<int>(
      number_from_environment("LIMPID_STRESS_THREADS", static_cast<std::uint64_t>(drawn)));
}

inline void expect(long got, long wanted, const char* what, int round) {
  if (got == wanted) return;
  std::fprintf(stderr, "round %d: %s is %ld, expected %ld\n", round, what, got, wanted);
  std::exit(1);
}

}  // namespace stress
