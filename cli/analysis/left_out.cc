// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/left_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/seconds.h"

namespace limpid::cli::analysis {
namespace {

// A thread that works for less than 1 / this of its life only waits.
constexpr uint64_t kOftenWaits = 100;

bool only_waits(const profile::OutsiderRecord& outsider) {
  if (outsider.end_ns <= outsider.begin_ns) return false;
  return outsider.run_ns * kOftenWaits < outsider.end_ns - outsider.begin_ns;
}

}  // namespace

void leave_out(const profile::OutsiderRecord& outsider, LeftOut& left_out) {
  ++left_out.threads;
  left_out.run_ns += outsider.run_ns;
  add_once(left_out.names, outsider.name);
}

std::unordered_set<uint32_t> leave_out_waiting(const profile::Profile& profile, LeftOut& left_out) {
  std::unordered_set<uint32_t> ids;
  for (const profile::OutsiderRecord& outsider : profile.outsiders) {
    if (outsider.os_tid == 0 || outsider.sampled == 0 || !only_waits(outsider)) continue;
    ids.insert(outsider.thread);
    leave_out(outsider, left_out);
  }
  return ids;
}

void add_left_out_note(const LeftOut& left_out, std::string_view why, Notes& notes) {
  if (left_out.threads == 0) return;
  constexpr size_t kMostNames = 8;
  std::vector<std::string> names = left_out.names;
  if (names.size() > kMostNames) names.resize(kMostNames);
  if (left_out.names.size() > kMostNames) names.push_back("...");
  notes.add(fmt::format("{} thread{} never used OpenMP{} and {} not shown: {:.3f} s of processor time ({})",
                        left_out.threads, left_out.threads == 1 ? "" : "s", why,
                        left_out.threads == 1 ? "is" : "are", s(left_out.run_ns), fmt::join(names, ", ")));
}

}  // namespace limpid::cli::analysis
