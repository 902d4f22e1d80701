// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `bench --gate` demands of Limpid's constructs.
#pragma once

#include <string>
#include <string_view>

#include "verdict.h"

namespace bench {

// Under which conditions a construct was measured.
struct Conditions {
  std::string compiler;  // gcc or clang
  bool crowded;          // more threads than processors
};

// The geometric mean of the ratios must be at least this.
double least_mean(const Conditions& conditions);

// A construct's ratio must not surely be under this. It is kFloor, unless a peer is faster for a reason that
// "What a peer is faster at, and why" in docs/performance.md gives: then it is a little under what was measured.
constexpr double kFloor = 0.95;
double floor_of(std::string_view construct, const Conditions& conditions);

// The whole interval of the construct's ratio is under its floor.
bool surely_below(const Verdict& verdict, const Conditions& conditions);

}  // namespace bench
