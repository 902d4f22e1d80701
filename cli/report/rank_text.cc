// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/sections.h"

namespace limpid::cli::report {
namespace {

using analysis::Rank;

constexpr size_t kShownAtEachEnd = 6;

void write_rank(std::string& text, const Rank& rank, const Style& style) {
  const analysis::Times& times = rank.times;
  const double balance = rank.between_threads.balance();
  const std::string between = fmt::format("{:>15.2f}", balance);
  fmt::format_to(std::back_inserter(text), "  {:>6} {:>7} {:>9} {:>8} {:>8} {:>8} {:>9} {:>14} {}\n",
                 rank.rank, rank.threads, seconds_of(rank.end_ns - rank.begin_ns), seconds_of(times.work_ns),
                 seconds_of(times.wait_ns), seconds_of(rank.mpi_ns),
                 seconds_of(times.blocked_ns - rank.mpi_ns), seconds_of(times.no_processor_ns),
                 balance < 0.8 ? style.alarm(between) : between);
}

}  // namespace

// The ones with most and with least to do; all of them with --threads.
void write_ranks(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  if (analysis.ranks.size() < 2) return;
  auto out = std::back_inserter(text);
  const analysis::Shares shares = shares_of(analysis.ranks);
  fmt::format_to(out,
                 "{}  (balance {:.2f}: of work and blocking calls other than MPI's {} s in the mean, "
                 "{} s in rank {})\n",
                 style.heading("MPI ranks"), shares.balance(), seconds_of(shares.mean_ns()),
                 seconds_of(shares.most_ns), shares.busiest);
  fmt::format_to(out, "  {:>6} {:>7} {:>9} {:>8} {:>8} {:>8} {:>9} {:>14} {:>15}\n", "rank", "threads",
                 "elapsed s", "work s", "wait s", "MPI s", "blocked s", "no processor s", "thread balance");
  std::vector<Rank> rows = analysis.ranks;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Rank& a, const Rank& b) { return a.busy_ns() > b.busy_ns(); });
  const bool all = options.threads || rows.size() <= 2 * kShownAtEachEnd;
  const size_t hidden = all ? 0 : rows.size() - 2 * kShownAtEachEnd;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (hidden > 0 && i == kShownAtEachEnd) {
      fmt::format_to(out, "  {}\n", style.faint(fmt::format("({} more)", hidden)));
      i += hidden;
    }
    write_rank(text, rows[i], style);
  }
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
