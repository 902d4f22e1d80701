// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the fuzzers have in common: their options, and a random generator that is the same everywhere.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../seed.h"

namespace fuzz {

// Case number i of a run with seed S is the same as case number 0 of a run with seed S + i: so what a failure
// prints replays it with LIMPID_SEED=N and --cases 1.
struct Options {
  uint64_t seed = seed_or(1);
  uint64_t cases = 0;  // 0: as many as the time allows
  long seconds = 3;
};

inline Options options(int argc, char** argv) {
  Options given;
  for (int i = 1; i + 1 < argc; ++i) {
    if (strcmp(argv[i], "--cases") == 0) given.cases = strtoull(argv[i + 1], nullptr, 10);
    if (strcmp(argv[i], "--seconds") == 0) given.seconds = strtol(argv[i + 1], nullptr, 10);
  }
  return given;
}

// Counts the cases, and ends them when the time or their number is over.
class Run {
 public:
  explicit Run(const Options& given) : options_(given), begin_(time(nullptr)) {
    printf("replay with LIMPID_SEED=%llu\n", static_cast<unsigned long long>(given.seed));
  }
  bool resume_flags() const {
    if (options_.cases != 0) return done_ < options_.cases;
    return time(nullptr) - begin_ < options_.seconds;
  }
  uint64_t next_seed() { return options_.seed + done_++; }
  uint64_t done() const { return done_; }

 private:
  Options options_;
  time_t begin_;
  uint64_t done_ = 0;
};

// splitmix64
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t word() {
    uint64_t value = state_ += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
  }
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(word() % bound); }
  bool one_in(uint32_t count) { return below(count) == 0; }

 private:
  uint64_t state_;
};

}  // namespace fuzz
