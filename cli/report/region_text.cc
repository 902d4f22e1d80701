// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/disturbance.h"
#include "report/sections.h"
#include "report/text.h"
#include "report/visible_nodes.h"

namespace limpid::cli::report {
namespace {

using analysis::Analysis;
using analysis::Cause;
using analysis::Region;

std::vector<Region> sorted_regions(const Analysis& analysis, const std::string& key) {
  std::vector<Region> regions = analysis.regions;
  auto by = [&](auto&& more) { std::stable_sort(regions.begin(), regions.end(), more); };
  using R = const Region&;
  if (key == "elapsed") by([](R a, R b) { return a.elapsed_ns > b.elapsed_ns; });
  if (key == "work") by([](R a, R b) { return a.times.work_ns > b.times.work_ns; });
  if (key == "wait") by([](R a, R b) { return a.times.wait_ns > b.times.wait_ns; });
  if (key == "balance") by([](R a, R b) { return a.balance < b.balance; });
  if (key == "count") by([](R a, R b) { return a.count > b.count; });
  return regions;
}

// Of a region's time, from which on samples do not tell how its threads were balanced.
constexpr double kDoubtful = 0.25;

std::string team_of(const Region& region) {
  if (region.largest_team == 0) return "?";
  if (region.smallest_team == region.largest_team) return fmt::format("{}", region.largest_team);
  return fmt::format("{}-{}", region.smallest_team, region.largest_team);
}

// What took most of what its threads did not use.
std::string mostly(const Region& region) {
  size_t most = 0;
  for (size_t i = 1; i < analysis::kCauses; ++i) {
    if (region.losses[static_cast<Cause>(i)] > region.losses[static_cast<Cause>(most)]) most = i;
  }
  auto cause = static_cast<Cause>(most);
  uint64_t all = region.times.all_ns() + region.losses[Cause::kLate];
  return percent(region.losses[cause], all) < 1 ? "-" : std::string(analysis::cause_name(cause));
}

// What is neither work nor wait, where it matters.
std::string rest_of(const Region& region) {
  std::string text;
  auto add = [&](const char* what, uint64_t ns) {
    if (percent(ns, region.times.all_ns()) < 1) return;
    text += fmt::format("{}{} {} s", text.empty() ? "" : ", ", what, seconds_of(ns));
  };
  add("blocked", region.times.blocked_ns);
  add("no processor", region.times.no_processor_ns);
  return text.empty() ? text : "  (" + text + ")";
}

// How the ranks of MPI shared it; nothing where there are none.
std::string rank_column(const Analysis& analysis, const Region& region, const Style& style) {
  if (analysis.ranks.size() < 2) return {};
  if (region.ranks.members < 2) return fmt::format("{:>6} ", "-");
  const std::string balance = fmt::format("{:>6.2f} ", region.ranks.balance());
  return region.ranks.balance() < 0.8 ? style.alarm(balance) : balance;
}

void write_region(std::string& text, const Analysis& analysis, const Region& region, const Style& style) {
  const analysis::Run& run = analysis.run;
  auto out = std::back_inserter(text);
  std::string gain = fmt::format("{:>8}", region.counted ? seconds_of(region.gain_ns) : "?");
  bool loud = region.gain_ns * 10 > region.elapsed_ns;
  bool known = analysis::disturbed_share(run, region) < kDoubtful;
  std::string balance = known ? fmt::format("{:>7.2f}", region.balance) : fmt::format("{:>7}", "?");
  fmt::format_to(
      out, "  {} {:>9} {:>8} {:>8} {} {}{:>8} {:>5}  {:<12}  {}\n", loud ? style.alarm(gain) : gain,
      region.counted ? seconds_of(region.elapsed_ns) : "?", seconds_of(region.times.work_ns),
      seconds_of(region.times.wait_ns), known && region.balance < 0.8 ? style.alarm(balance) : balance,
      rank_column(analysis, region, style), region.counted ? fmt::format("{}", region.count) : "?",
      team_of(region), mostly(region),
      style.construct(short_name(region.place)) + "  " + short_place(region.place) + rest_of(region));
}

}  // namespace

void write_regions(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}\n", style.heading("Parallel regions"));
  if (analysis.regions.empty()) {
    fmt::format_to(out, "  none was seen\n\n");
    return;
  }
  fmt::format_to(out, "  {:>8} {:>9} {:>8} {:>8} {:>7} {}{:>8} {:>5}  {:<12}  where\n", "gain s", "elapsed s",
                 "work s", "wait s", "balance", analysis.ranks.size() < 2 ? "" : " ranks ", "count", "team",
                 "mostly");
  uint64_t all = analysis.totals.times.all_ns();
  size_t shown = 0;
  bool doubtful = false;
  size_t hidden = 0;
  uint64_t hidden_ns = 0;
  for (const Region& region : sorted_regions(analysis, options.sort)) {
    uint64_t time = region.times.all_ns();
    if (shown < kAlwaysShown || percent(time, all) >= options.min_percent) {
      write_region(text, analysis, region, style);
      doubtful |= analysis::disturbed_share(analysis.run, region) >= kDoubtful;
      ++shown;
      continue;
    }
    ++hidden;
    hidden_ns += time;
  }
  if (hidden > 0) {
    fmt::format_to(out, "  {}\n",
                   style.faint(fmt::format("({} more) {} s of thread time, each under {:g} % of the time",
                                           hidden, seconds_of(hidden_ns), options.min_percent)));
  }
  if (doubtful) {
    fmt::format_to(
        out, "  {}\n",
        style.faint("?: instances so short, on all processors, that being recorded makes their threads "
                    "wait: the true wait and gain may be much less"));
  }
  if (analysis.ranks.size() > 1) {
    fmt::format_to(out, "  {}\n",
                   style.faint("balance: between threads; ranks: between the MPI ranks that ran it"));
  }
  fmt::format_to(
      out, "  {}\n\n",
      style.faint("gain: elapsed seconds saved if balance were perfect and nobody waited; mostly: what "
                  "took most of the time that its threads did not work"));
}

}  // namespace limpid::cli::report
