// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/sections.h"

namespace limpid::cli::report {
namespace {

constexpr size_t kMostProcesses = 12;
constexpr size_t kMostCommand = 60;  // bytes

std::string_view thread_type(profile::ThreadType type) {
  switch (type) {
    case profile::ThreadType::kInitial:
      return "initial";
    case profile::ThreadType::kWorker:
      return "worker";
    case profile::ThreadType::kOther:
      return "other";
    default:
      return "unknown";
  }
}

}  // namespace

// The heaviest ones; all of them with --threads.
void write_processes(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  if (analysis.processes.size() < 2) return;
  auto out = std::back_inserter(text);
  std::vector<analysis::Process> rows = analysis.processes;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.times.all_ns() > b.times.all_ns(); });
  size_t shown = options.threads ? rows.size() : std::min(rows.size(), kMostProcesses);
  fmt::format_to(out, "{}\n  {:>8} {:>9} {:>9} {:>7} {:>8} {:>8} {:>9} {:>14}  {:<7}  command\n",
                 style.heading("Processes"), "process", "begin s", "elapsed s", "threads", "work s", "wait s",
                 "blocked s", "no processor s", "end");
  for (size_t i = 0; i < shown; ++i) {
    const analysis::Process& row = rows[i];
    const analysis::Times& times = row.times;
    std::string rank = row.rank >= 0 ? fmt::format(" (rank {})", row.rank) : "";
    fmt::format_to(out, "  {:>8} {:>9} {:>9} {:>7} {:>8} {:>8} {:>9} {:>14}  {:<7}  {}{}{}\n", row.pid,
                   seconds_of(row.begin_ns), seconds_of(row.elapsed_ns), row.threads,
                   seconds_of(times.work_ns), seconds_of(times.wait_ns), seconds_of(times.blocked_ns),
                   seconds_of(times.no_processor_ns), analysis::ending_name(row.ending),
                   shortened(printable(row.command), kMostCommand), rank,
                   row.counted ? "" : style.faint(" (left out: no OpenMP)"));
  }
  if (shown < rows.size())
    fmt::format_to(out, "  {}\n", style.faint(fmt::format("{} more", rows.size() - shown)));
  fmt::format_to(out, "\n");
}

void write_threads(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\n  {:>7} {:>6} {:>8} {:>9} {:>8} {:>8} {:>9} {:>14} {:>7}\n",
                 style.heading("Threads"), "process", "thread", "kind", "alive s", "work s", "wait s",
                 "blocked s", "no processor s", "work %");
  for (const analysis::Thread& thread : analysis.threads) {
    const analysis::Times& times = thread.times;
    std::string process =
        thread.rank >= 0 ? fmt::format("r{}", thread.rank) : fmt::format("{}", thread.process);
    fmt::format_to(out, "  {:>7} {:>6} {:>8} {:>9} {:>8} {:>8} {:>9} {:>14} {:>7.1f}{}\n", process, thread.id,
                   thread_type(thread.type), seconds_of(thread.life_ns), seconds_of(times.work_ns),
                   seconds_of(times.wait_ns), seconds_of(times.blocked_ns), seconds_of(times.no_processor_ns),
                   percent(times.work_ns, times.all_ns()),
                   thread.name.empty() ? "" : "  " + style.faint(printable(thread.name)));
  }
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
