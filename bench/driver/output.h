// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table for people and the object for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verdict.h"

namespace bench {

void print_heading(const std::vector<Runtime>& runtimes, const Plan& plan);
void print_row(const Verdict& verdict, const std::vector<Runtime>& runtimes, bool below);
void print_summary(const Summary& summary, const std::vector<Runtime>& runtimes);

nlohmann::json to_json(const std::vector<Summary>& summaries, const std::vector<Runtime>& runtimes,
                       const Plan& plan);

}  // namespace bench
