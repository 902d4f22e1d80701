// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool costs that registers every callback and does nothing in any.
#pragma once

#include <filesystem>
#include <vector>

#include "rounds.h"

namespace bench {

// Prints for each construct and runtime the callbacks per operation and what they cost: the difference of an
// operation's time with `tool` and without, measured by turns, over the callbacks (of an inquiry, which makes
// none, over the calls). Returns whether the first runtime is within kMostPerEvent, kMostPerInquiry, and
// with the tool takes no longer than any other with it.
bool print_tool_cost(const std::vector<Construct>& constructs, const std::vector<Runtime>& runtimes,
                     const std::filesystem::path& tool, const Plan& plan);

inline constexpr double kMostPerEvent = 15, kMostPerInquiry = 10;  // ns

}  // namespace bench
