// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Run;

// A variable's value in small letters; empty if it is not set.
std::string value_of(const Run& run, const char* name) {
  auto found = run.settings.find(name);
  std::string value = found == run.settings.end() ? std::string() : found->second;
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return value;
}

void add(Findings& findings, std::string finding, std::string remedy) {
  findings.push_back({"settings", 0, false, {}, std::move(finding), std::move(remedy)});
}

void check_binding(const Run& run, Findings& findings) {
  std::string bind = value_of(run, "OMP_PROC_BIND");
  std::string places = value_of(run, "OMP_PLACES");
  if (bind == "false" && !places.empty())
    add(findings,
        fmt::format("OMP_PLACES={} has no effect: OMP_PROC_BIND=false keeps threads unbound.", places),
        "Leave one of them out.");
  const char* other = !value_of(run, "GOMP_CPU_AFFINITY").empty() ? "GOMP_CPU_AFFINITY" : "KMP_AFFINITY";
  bool both = !value_of(run, other).empty() && (!bind.empty() || !places.empty());
  if (both)
    add(findings,
        fmt::format("{} and {} both say where threads run: the one of OpenMP counts.", other,
                    bind.empty() ? "OMP_PLACES" : "OMP_PROC_BIND"),
        fmt::format("Leave {} out.", other));
}

void check_levels(const Run& run, Findings& findings) {
  std::string threads = value_of(run, "OMP_NUM_THREADS");
  std::string levels = value_of(run, "OMP_MAX_ACTIVE_LEVELS");
  bool one_level = levels == "1" || (levels.empty() && value_of(run, "OMP_NESTED") == "false");
  if (one_level && threads.find(',') != std::string::npos)
    add(findings,
        fmt::format("OMP_NUM_THREADS={} has numbers for nested regions, but only one level is active.",
                    threads),
        "Raise OMP_MAX_ACTIVE_LEVELS, or give one number.");
  std::string limit = value_of(run, "OMP_THREAD_LIMIT");
  long most = std::strtol(limit.c_str(), nullptr, 10);
  long asked = std::strtol(threads.c_str(), nullptr, 10);
  if (most > 0 && asked > most)
    add(findings,
        fmt::format("OMP_NUM_THREADS={} asks for more than OMP_THREAD_LIMIT={} allows.", threads, limit),
        "Raise the limit, or ask for fewer.");
}

void check_waiting(const Run& run, Findings& findings) {
  bool active = value_of(run, "OMP_WAIT_POLICY") == "active";
  if (active && run.processors > 0 && run.threads > run.processors)
    add(findings,
        fmt::format(
            "OMP_WAIT_POLICY=active with {} on {}: threads that wait take processors from those that work.",
            count_of(run.threads, "thread"), count_of(run.processors, "processor")),
        "Leave it out, or use fewer threads.");
  if (active && value_of(run, "KMP_BLOCKTIME") == "0")
    add(findings, "OMP_WAIT_POLICY=active and KMP_BLOCKTIME=0 ask for the opposite of each other.",
        "Leave one of them out.");
}

}  // namespace

// Variables that fight each other. What one of them alone does is not for this rule.
void advise_on_settings(const analysis::Analysis& analysis, Findings& findings) {
  check_binding(analysis.run, findings);
  check_levels(analysis.run, findings);
  check_waiting(analysis.run, findings);
}

}  // namespace limpid::cli::advice
