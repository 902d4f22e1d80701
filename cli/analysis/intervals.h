// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "profile_reader.h"

namespace limpid::cli::analysis {

// In order, and none meets another.
using Intervals = std::vector<profile::Interval>;

// What is in any of them, up to `end_ns`.
Intervals united(Intervals intervals, uint64_t end_ns);

// What is in both.
Intervals common(const Intervals& a, const Intervals& b);

// What is in none of them, up to `end_ns`.
Intervals between(const Intervals& intervals, uint64_t end_ns);

uint64_t length_of(const Intervals& intervals);

// Whether a moment is in one of them.
bool contains(const Intervals& intervals, uint64_t ns);

}  // namespace limpid::cli::analysis
