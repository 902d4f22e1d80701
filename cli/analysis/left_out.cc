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

void leave_out(const profile::OutsiderRecord& outsider, LeftOut& threads) {
  ++threads.threads;
  threads.run_ns += outsider.run_ns;
  add_once(threads.names, outsider.name);
}

std::unordered_set<uint32_t> leave_out_waiting(const profile::Profile& profile, LeftOut& threads) {
  std::unordered_set<uint32_t> left_out;
  for (const profile::OutsiderRecord& outsider : profile.outsiders) {
    if (outsider.os_tid == 0 || outsider.sampled == 0 || !only_waits(outsider)) continue;
    left_out.insert(outsider.thread);
    leave_out(outsider, threads);
  }
  return left_out;
}

void add_left_out_note(const LeftOut& outsiders, std::string_view why, Notes& notes) {
  if (outsiders.threads == 0) return;
  constexpr size_t kMostNames = 8;
  std::vector<std::string> names = outsiders.names;
  if (names.size() > kMostNames) names.resize(kMostNames);
  if (outsiders.names.size() > kMostNames) names.push_back("...");
  notes.add(fmt::format("{} thread{} never used OpenMP{} and {} not shown: {:.3f} s of processor time ({})",
                        outsiders.threads, outsiders.threads == 1 ? "" : "s", why,
                        outsiders.threads == 1 ? "is" : "are", s(outsiders.run_ns), fmt::join(names, ", ")));
}

}  // namespace limpid::cli::analysis
