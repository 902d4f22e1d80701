// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "setting.h"

#include <fmt/core.h>
#include <stdio.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "busy.h"
#include "verdict.h"

namespace bench {
namespace {

constexpr int kKeepOneOf = 8;

struct Comparison {
  std::vector<double> without, with;  // ns per operation; one entry for each pair of launches
  std::vector<double> longer;         // with / without - 1, in hundredths
  std::string error;
};

// The runtime that the subject is compared with.
Runtime changed_runtime(const Runtime& runtime, const SettingPlan& setting) {
  Runtime changed = runtime;
  if (!setting.against.empty()) changed = runtime_in_folder("against", setting.against, runtime.role);
  changed.tool = runtime.tool;
  changed.environment = runtime.environment;
  if (!setting.setting.empty()) changed.environment.push_back(setting.setting);
  return changed;
}

// A pair of fresh processes, whose blocks are measured by turns. The first one rotates.
void add_pair(Comparison& comparison, const Construct& construct, const Runtime& runtime,
              const Runtime& changed, const Plan& plan, bool swapped) {
  std::vector<Runtime> pair = {runtime, changed};
  if (swapped) std::swap(pair[0], pair[1]);
  const std::vector<Series> series = measure(construct, pair, plan);
  for (const Series& s : series) {
    if (!s.error.empty()) comparison.error = s.error;
  }
  if (!comparison.error.empty()) return;
  const std::vector<double> without = series[swapped ? 1 : 0].ns(), with = series[swapped ? 0 : 1].ns();
  std::vector<double> longer;
  for (std::size_t r = 0; r < with.size(); ++r) longer.push_back(100 * (with[r] / without[r] - 1));
  comparison.without.push_back(quantile(without, 0.5));
  comparison.with.push_back(quantile(with, 0.5));
  comparison.longer.push_back(quantile(longer, 0.5));
}

void print_comparison(const Construct& construct, const Plan& plan, Comparison comparison) {
  fmt::print("{:<26}{:>3}", construct.name, plan.threads);
  if (!comparison.error.empty()) {
    fmt::print("   failed: {}\n", comparison.error);
    return;
  }
  const Interval interval = median_interval(comparison.longer);
  fmt::print("{:>11.1f}{:>11.1f}{:>+9.1f} %{:>+9.1f} to {:+.1f}\n", quantile(comparison.without, 0.5),
             quantile(comparison.with, 0.5), quantile(comparison.longer, 0.5), interval.low, interval.high);
  fflush(stdout);
}

}  // namespace

bool print_setting(const std::vector<Construct>& constructs, const Runtime& runtime,
                   const SettingPlan& setting, Plan plan) {
  const auto equals = setting.setting.find('=');
  if (equals == 0 || (equals == std::string::npos) != (setting.setting.empty() && !setting.against.empty()))
    throw std::runtime_error("the setting is \"" + setting.setting + "\", expected NAME=VALUE");
  plan.launches = 1;
  plan.blocks = setting.blocks;
  plan.keep_one_of = setting.busy != 0 ? 1 : kKeepOneOf;  // to be disturbed may be what is measured
  const Runtime changed = changed_runtime(runtime, setting);
  const BusyProcesses beside(setting.busy);
  bool complete = true;
  for (const Construct& construct : constructs) {
    Comparison comparison;
    for (int pair = 0; pair < setting.pairs && comparison.error.empty(); ++pair)
      add_pair(comparison, construct, runtime, changed, plan, pair % 2 == 1);
    complete = complete && comparison.error.empty();
    print_comparison(construct, plan, std::move(comparison));
  }
  return complete;
}

}  // namespace bench
