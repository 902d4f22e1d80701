// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/phase_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/input.h"
#include "analysis/part.h"
#include "base/failure.h"

namespace limpid::cli::analysis {
namespace {

// What of the phase was recorded.
uint64_t recorded_ns(const Intervals& phase, const profile::Profile& profile) {
  const uint64_t end = end_of(profile);
  Intervals either = phase;
  either.insert(either.end(), profile.pauses.begin(), profile.pauses.end());
  return length_of(united(std::move(either), end)) - length_of(united(profile.pauses, end));
}

}  // namespace

void add_phases(const profile::Profile& profile, std::vector<PhaseRow>& rows) {
  std::unordered_map<std::string, uint64_t> counts;
  std::vector<std::string> names;
  for (const profile::Phase& phase : profile.phases) {
    if (++counts[phase.name] == 1) names.push_back(phase.name);
  }
  for (const std::string& name : names) {
    auto row =
        std::find_if(rows.begin(), rows.end(), [&](const PhaseRow& each) { return each.name == name; });
    if (row == rows.end()) {
      row = rows.insert(rows.end(), PhaseRow{});
      row->name = name;
    }
    const Intervals phase = phase_of(profile, name);
    row->count += counts[name];
    row->elapsed_ns = std::max(row->elapsed_ns, recorded_ns(phase, profile));
    for (const profile::Sample& sample : profile.samples) {
      if (is_in_phase(sample, phase)) row->times += times_of(sample);
    }
  }
}

void add_phase_spans(const profile::Profile& profile, uint64_t began_ns, const std::vector<PhaseRow>& rows,
                     size_t first, std::vector<PhaseSpan>& spans) {
  const auto begin = static_cast<ptrdiff_t>(spans.size());
  const uint64_t end = end_of(profile);
  std::unordered_map<std::string_view, size_t> row_of;
  for (size_t row = first; row < rows.size(); ++row) row_of[rows[row].name] = row;
  for (const auto& [name, time] : profile.phases) {
    const auto row = row_of.find(name);
    if (row == row_of.end() || time.begin_ns >= std::min(time.end_ns, end)) continue;
    spans.push_back({row->second, began_ns + time.begin_ns, began_ns + std::min(time.end_ns, end)});
  }
  std::stable_sort(spans.begin() + begin, spans.end(), [](const PhaseSpan& a, const PhaseSpan& b) {
    return std::pair(a.phase, a.begin_ns) < std::pair(b.phase, b.begin_ns);
  });
}

void check_phase(const std::vector<PhaseRow>& rows, const std::string& asked) {
  const bool known =
      std::any_of(rows.begin(), rows.end(), [&](const PhaseRow& row) { return row.name == asked; });
  if (asked.empty() || known) return;
  if (rows.empty())
    throw Failure(kExitBadInput, fmt::format("no phase `{}`: the program names none (limpid.h)", asked));
  std::vector<std::string> names;
  for (const PhaseRow& row : rows) names.push_back(row.name);
  constexpr size_t kMostNames = 20;
  if (names.size() > kMostNames) names.resize(kMostNames);
  if (rows.size() > kMostNames) names.push_back("...");
  throw Failure(kExitBadInput, fmt::format("no phase `{}`: there are {}", asked, fmt::join(names, ", ")));
}

}  // namespace limpid::cli::analysis
