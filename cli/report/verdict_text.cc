// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {
namespace {

using analysis::Analysis;
using analysis::Cause;
using analysis::Efficiency;
using analysis::Gain;

constexpr size_t kMostGains = 3;

std::string count_of(uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string threads_of(const analysis::Run& run) {
  std::string text = count_of(run.threads, "thread");
  if (run.processes > 1) text += fmt::format(" in {} processes", run.processes);
  if (run.processors > 0) text += " on " + count_of(run.processors, "processor");
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : std::string(separator)) + printable(word);
  return text.empty() ? "unknown" : text;
}

}  // namespace

std::string efficiency_of(const Efficiency& efficiency) {
  std::string text = fmt::format(
      "{:.1f} % = load balance {:.1f} % x serialisation {:.1f} % x late start {:.1f} % x processors {:.1f} %",
      efficiency.parallel() * 100, efficiency.load_balance() * 100, efficiency.serialisation() * 100,
      efficiency.late_start() * 100, efficiency.processors() * 100);
  if (efficiency.losses[Cause::kDevice] > 0)
    text += fmt::format(" x devices {:.1f} %", efficiency.devices() * 100);
  return text;
}

std::string gain_of(const Gain& gain, const analysis::Run& run) {
  std::string what(analysis::cause_name(gain.cause));
  if (gain.cause == Cause::kNoProcessor) return fmt::format("{}: {}", what, threads_of(run));
  if (gain.cause == Cause::kDevice) return what + ": waiting for it";
  if (!gain.somewhere) return what;
  std::string where = label_and_place(gain.place);
  if (gain.cause != Cause::kSerial) return fmt::format("{}: {}", what, where);
  return fmt::format("{}: {} s of it in {}", what, seconds_of(gain.place_ns), where);
}

std::vector<Gain> gains_worth_telling(const Analysis& analysis) {
  std::vector<Gain> gains;
  for (const Gain& gain : analysis.gains) {
    if (gains.size() < kMostGains && percent(gain.gain_ns, analysis.run.elapsed_ns) >= 1)
      gains.push_back(gain);
  }
  return gains;
}

void write_verdict(const Page& page) {
  const analysis::Run& run = page.analysis.run;
  auto out = std::back_inserter(page.text);
  for (const std::string& command : run.commands)
    fmt::format_to(out, "{}\n", page.style.heading(printable(command)));
  std::string paused = run.paused_ns == 0 ? "" : fmt::format(" (and {} s paused)", seconds_of(run.paused_ns));
  fmt::format_to(out, "  {} s{}, {}; host {}; {}\n\n", seconds_of(run.elapsed_ns), paused, threads_of(run),
                 joined(run.hosts, ", "), joined(run.runtimes, "; "));
  if (page.analysis.efficiency.known_ns() == 0 || page.options.selection.by_thread() ||
      page.options.selection.by_code())
    return;
  fmt::format_to(out, "{}  {}\n", page.style.heading("Efficiency"), efficiency_of(page.analysis.efficiency));
  std::vector<Gain> gains = gains_worth_telling(page.analysis);
  if (gains.empty()) fmt::format_to(out, "  to gain     nothing above 1 % of the run\n");
  for (size_t i = 0; i < gains.size(); ++i) {
    fmt::format_to(out, "  {:<10} {:>8} s  {}\n", i == 0 ? "to gain" : "",
                   page.style.alarm(seconds_of(gains[i].gain_ns)), gain_of(gains[i], run));
  }
  const uint64_t rank_gain = gain_of(page.analysis.ranks);
  if (percent(rank_gain, run.elapsed_ns) >= 1) {
    const analysis::Shares shares = shares_of(page.analysis.ranks);
    fmt::format_to(out,
                   "  {:<10} {:>8} s  imbalance between MPI ranks: rank {} has {} s to do, the mean {} s\n",
                   "", page.style.alarm(seconds_of(rank_gain)), shares.busiest, seconds_of(shares.most_ns),
                   seconds_of(shares.mean_ns()));
  }
  fmt::format_to(out, "\n");
}

void write_selection(const Page& page) {
  const analysis::Selection& selection = page.options.selection;
  if (!selection.any()) return;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}\n", page.style.heading("Only"));
  if (selection.by_time()) {
    std::string end =
        selection.to_ns == analysis::Selection::kEnd ? "the end" : seconds_of(selection.to_ns) + " s";
    fmt::format_to(out, "  from {} s to {} of the run\n", seconds_of(page.analysis.run.begin_ns), end);
  }
  if (selection.by_phase()) fmt::format_to(out, "  phase {}\n", printable(selection.phase));
  if (selection.by_thread()) fmt::format_to(out, "  thread {}\n", fmt::join(selection.threads, ", "));
  if (!selection.region.empty())
    fmt::format_to(out, "  code directly in regions called {}\n", printable(selection.region));
  if (!selection.focus.empty())
    fmt::format_to(out, "  what functions called {} ran\n", printable(selection.focus));
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
