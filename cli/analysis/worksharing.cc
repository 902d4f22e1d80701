// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/worksharing.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace limpid::cli::analysis {
namespace {

bool any_begins(const std::set<std::string>& names, const std::vector<std::string_view>& prefixes) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
  });
}

// GCC has a function for each schedule: `GOMP_loop_nonmonotonic_dynamic_next`.
bool any_gcc_loop(const std::set<std::string>& names, const std::vector<std::string_view>& schedules) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.starts_with("GOMP_loop_") &&
           std::any_of(schedules.begin(), schedules.end(),
                       [&](std::string_view schedule) { return name.find(schedule) != std::string::npos; });
  });
}

}  // namespace

Worksharing& Worksharing::operator|=(const Worksharing& more) {
  static_loop |= more.static_loop;
  dynamic_loop |= more.dynamic_loop;
  sections |= more.sections;
  one_thread |= more.one_thread;
  tasks |= more.tasks;
  return *this;
}

Worksharing worksharing_of(const std::set<std::string>& runtime_calls) {
  const std::set<std::string>& names = runtime_calls;
  Worksharing sharing;
  sharing.dynamic_loop =
      any_gcc_loop(names, {"dynamic", "guided", "runtime"}) || any_begins(names, {"__kmpc_dispatch_"});
  sharing.sections = any_begins(names, {"GOMP_sections_"});
  sharing.one_thread = any_begins(names, {"GOMP_single_", "__kmpc_single", "__kmpc_master", "__kmpc_masked"});
  sharing.tasks = any_begins(names, {"GOMP_task", "__kmpc_omp_task", "__kmpc_taskloop"});
  // GCC makes static loops of the thread's number and the team's size, without a call of its own.
  bool by_number = names.contains("omp_get_thread_num") && names.contains("omp_get_num_threads");
  sharing.static_loop = by_number || any_gcc_loop(names, {"static"}) ||
                        any_begins(names, {"__kmpc_for_static_", "__kmpc_dist_for_static_"});
  return sharing;
}

}  // namespace limpid::cli::analysis
