// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tuned numbers of leagues and devices. base/README.md says how they are judged.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/heuristic.h"

namespace limpid::policy {

// Heuristic league_cost: helpers are woken for the teams of a league only if the teams took long. Without: always.
// Serves teams.
// Wins: +11.4 % (+10.6 to +12.1), -2.6 % (-3.5 to -1.1); 81 pairs.
inline constexpr std::int64_t kHelpersCostNs =
    3000;  // what it costs two threads to meet when both are awake, about
inline constexpr std::int64_t kCostDecay =
    4;  // an estimate falls by a quarter at most: it costs more to miss

inline constexpr std::uint32_t kItemsAtOnce = 32;  // of a target construct, whose notes are then on the stack

// Devices beyond these are used as any other, and tools are not told of them; likewise files with code.
inline constexpr std::int32_t kMostDevices = 64;
inline constexpr std::int32_t kMostModules = 256;

inline constexpr std::size_t kFillBytes = 16384;  // of a device's memory in one copy, from the stack

}  // namespace limpid::policy
