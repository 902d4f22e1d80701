// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a setting in the environment changes, or a flag of the build: the same runtime with it and without it.
#pragma once

#include <string>
#include <vector>

#include "rounds.h"

namespace bench {

struct SettingPlan {
  std::string setting;            // NAME=VALUE; empty: the other build alone makes the difference
  std::filesystem::path against;  // folder with libgomp.so.1 of another build; empty: the same build
  int pairs = 31;                 // of launches
  int blocks = 9;                 // per launch
  std::vector<std::string> both;  // NAME=VALUE, for both
  int busy = 0;                   // processes beside
};

// Prints for each construct how much longer it takes with the setting: the median over pairs of fresh launches,
// and its 95 % confidence interval. Returns false if a launch failed.
bool print_setting(const std::vector<Construct>& constructs, const Runtime& runtime,
                   const SettingPlan& setting, Plan plan);

}  // namespace bench
