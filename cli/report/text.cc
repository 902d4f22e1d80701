// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "analysis/state.h"
#include "report/tree_text.h"
#include "report/visible_nodes.h"

namespace limpid::cli::report {
namespace {

using analysis::Analysis;
using analysis::Region;
using analysis::Tree;

constexpr size_t kMostFunctions = 20;
constexpr size_t kMostCauses = 10;
constexpr size_t kLongestName = 80;
constexpr size_t kMostProcesses = 12;
constexpr size_t kMostCommand = 60;  // bytes

using Out = std::back_insert_iterator<std::string>;

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : std::string(separator)) + printable(word);
  return text.empty() ? "unknown" : text;
}

void write_run(Out out, const Analysis& analysis, const Style& style) {
  const analysis::Run& run = analysis.run;
  fmt::format_to(out, "{}\n", style.heading("Run"));
  for (const std::string& command : run.commands)
    fmt::format_to(out, "  command    {}\n", printable(command));
  fmt::format_to(out, "  host       {}\n", joined(run.hosts, ", "));
  fmt::format_to(out, "  runtime    {}\n", joined(run.runtimes, "; "));
  std::string processes = run.processes > 1 ? fmt::format(" in {} processes", run.processes) : "";
  std::string processors =
      run.processors > 0 ? fmt::format(" on {} processor{}", run.processors, run.processors == 1 ? "" : "s")
                         : "";
  fmt::format_to(out, "  threads    {}{}{}\n", run.threads, processes, processors);
  fmt::format_to(out, "  elapsed    {} s\n", seconds_of(run.elapsed_ns));
  fmt::format_to(out, "  clock      {}\n", run.clock);
  fmt::format_to(out, "  rate       {}\n", rate_of(run));
  fmt::format_to(out, "  samples    {}, lost {}", run.samples, run.lost);
  if (run.lost > 0) fmt::format_to(out, " ({} s)", seconds_of(run.lost_ns));
  if (run.truncated > 0) fmt::format_to(out, ", {} with a stack cut short", run.truncated);
  fmt::format_to(out, "\n  own cost   {} s of processor time, {:.2f} % of the threads' time\n\n",
                 seconds_of(run.own_cpu_ns), percent(run.own_cpu_ns, analysis.totals.times.all_ns()));
}

void write_share(Out out, int indent, const std::string& what, uint64_t ns, uint64_t all) {
  fmt::format_to(out, "  {:{}}{:<{}} {:>9} s {:>6.1f} %\n", "", indent, what, 34 - indent, seconds_of(ns),
                 percent(ns, all));
}

void write_totals(Out out, const Analysis& analysis, const Style& style) {
  const analysis::Totals& totals = analysis.totals;
  const analysis::Times& times = totals.times;
  uint64_t all = times.all_ns();
  fmt::format_to(out, "{}  ({} s of thread time)\n", style.heading("Work and wait"), seconds_of(all));
  for (analysis::TimeKind kind : {analysis::TimeKind::kWork, analysis::TimeKind::kWait}) {
    bool work = kind == analysis::TimeKind::kWork;
    write_share(out, 0, work ? "work" : "wait", work ? times.work_ns : times.wait_ns, all);
    for (const auto& [state, ns] : totals.by_state) {
      if (analysis::time_kind(state) == kind && ns != 0)
        write_share(out, 2, analysis::state_name(state), ns, all);
    }
  }
  if (times.blocked_ns != 0) write_share(out, 0, "blocked", times.blocked_ns, all);
  for (const auto& [kind, ns] : totals.by_blocked) write_share(out, 2, analysis::blocked_name(kind), ns, all);
  if (times.no_processor_ns != 0) write_share(out, 0, "no processor", times.no_processor_ns, all);
  fmt::format_to(out, "\n");
}

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

std::string team_of(const Region& region) {
  if (region.largest_team == 0) return "?";
  if (region.smallest_team == region.largest_team) return fmt::format("{}", region.largest_team);
  return fmt::format("{}-{}", region.smallest_team, region.largest_team);
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

void write_region(Out out, const Region& region, const Style& style) {
  std::string gain = fmt::format("{:>8}", region.counted ? seconds_of(region.gain_ns) : "?");
  bool loud = region.gain_ns * 10 > region.elapsed_ns;
  std::string balance = fmt::format("{:>7.2f}", region.balance);
  fmt::format_to(
      out, "  {} {:>9} {:>8} {:>8} {} {:>8} {:>5}  {}\n", loud ? style.alarm(gain) : gain,
      region.counted ? seconds_of(region.elapsed_ns) : "?", seconds_of(region.times.work_ns),
      seconds_of(region.times.wait_ns), region.balance < 0.8 ? style.alarm(balance) : balance,
      region.counted ? fmt::format("{}", region.count) : "?", team_of(region),
      style.construct(short_name(region.place)) + "  " + short_place(region.place) + rest_of(region));
}

void write_regions(Out out, const Analysis& analysis, const Options& options, const Style& style) {
  fmt::format_to(out, "{}\n", style.heading("Parallel regions"));
  if (analysis.regions.empty()) {
    fmt::format_to(out, "  none was seen\n\n");
    return;
  }
  fmt::format_to(out, "  {:>8} {:>9} {:>8} {:>8} {:>7} {:>8} {:>5}  where\n", "gain s", "elapsed s", "work s",
                 "wait s", "balance", "count", "team");
  uint64_t all = analysis.totals.times.all_ns();
  size_t shown = 0;
  size_t hidden = 0;
  uint64_t hidden_ns = 0;
  for (const Region& region : sorted_regions(analysis, options.sort)) {
    uint64_t time = region.times.all_ns();
    if (shown < kAlwaysShown || percent(time, all) >= options.min_percent) {
      write_region(out, region, style);
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
  fmt::format_to(out, "  {}\n\n",
                 style.faint("gain: elapsed seconds saved if balance were perfect and nobody waited"));
}

void write_flat(Out out, const Analysis& analysis, const Options& options, const Style& style) {
  uint64_t all = analysis.totals.times.all_ns();
  std::vector<analysis::FlatRow> rows = analysis.flat;
  if (options.sort == "total") {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.total_ns > b.total_ns; });
  }
  fmt::format_to(out, "{}\n  {:>8} {:>6} {:>9}\n", style.heading("Functions"), "self s", "%", "total s");
  size_t shown = 0;
  uint64_t hidden_ns = 0;
  for (const analysis::FlatRow& row : rows) {
    uint64_t weight = options.sort == "total" ? row.total_ns : row.self_ns;
    bool large = shown < kAlwaysShown || percent(weight, all) >= options.min_percent;
    if (shown == kMostFunctions || !large) {
      hidden_ns += row.self_ns;
      continue;
    }
    std::string name = short_name(row.place);
    if (Tree::is_pseudo(row.place.kind)) name = style.wait(name);
    fmt::format_to(out, "  {:>8} {:>6.1f} {:>9}  {}  {}\n", seconds_of(row.self_ns),
                   percent(row.self_ns, all), seconds_of(row.total_ns), name,
                   style.faint(short_place(row.place)));
    ++shown;
  }
  if (hidden_ns > 0) {
    fmt::format_to(out, "  {:>8} {:>6.1f} {:>9}  {}\n", seconds_of(hidden_ns), percent(hidden_ns, all), "",
                   style.faint(fmt::format("({} more)", rows.size() - shown)));
  }
  fmt::format_to(out, "\n");
}

struct Cause {
  uint64_t ns;
  std::string what;
};

std::vector<Cause> causes_of(const Analysis& analysis, const Style& style) {
  std::vector<Cause> causes;
  for (const analysis::Holder& holder : analysis.holders) {
    causes.push_back(
        {holder.wait_ns, fmt::format("{} held by {}  {}  ({} times)", holder.what, short_name(holder.place),
                                     style.faint(short_place(holder.place)), holder.count)});
  }
  for (const analysis::FlatRow& row : analysis.flat) {
    uint64_t held = 0;
    for (const analysis::Holder& holder : analysis.holders) {
      if (analysis::same_function(holder.place, row.place)) held += holder.wait_ns;
    }
    if (row.blame_ns <= held) continue;
    bool runtime = row.place.kind == Tree::Kind::kWait;
    const char* did = row.blocked_blame_ns * 2 > row.blame_ns ? "was blocked" : "ran";
    std::string what = runtime ? fmt::format("others waited through {} of the runtime", row.place.name)
                               : fmt::format("others ran out of work while {} {}  {}", short_name(row.place),
                                             did, style.faint(short_place(row.place)));
    causes.push_back({row.blame_ns - held, what});
  }
  std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) { return a.ns > b.ns; });
  return causes;
}

void write_causes(Out out, const Analysis& analysis, const Options& options, const Style& style) {
  uint64_t all = analysis.totals.times.all_ns();
  std::vector<Cause> causes = causes_of(analysis, style);
  if (causes.empty() || percent(causes.front().ns, all) < options.min_percent) return;
  fmt::format_to(out, "{}\n  {:>8} {:>6}\n", style.heading("Waiting, by its cause"), "wait s", "%");
  size_t shown = 0;
  for (const Cause& cause : causes) {
    if (shown++ == kMostCauses || percent(cause.ns, all) < options.min_percent) break;
    fmt::format_to(out, "  {:>8} {:>6.1f}  {}\n", seconds_of(cause.ns), percent(cause.ns, all), cause.what);
  }
  fmt::format_to(out, "\n");
}

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

// The heaviest ones; all of them with --threads.
void write_processes(Out out, const Analysis& analysis, const Options& options, const Style& style) {
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

void write_threads(Out out, const Analysis& analysis, const Style& style) {
  fmt::format_to(out, "{}\n  {:>7} {:>6} {:>8} {:>9} {:>8} {:>8} {:>9} {:>14} {:>7}\n",
                 style.heading("Threads"), "process", "thread", "kind", "alive s", "work s", "wait s",
                 "blocked s", "no processor s", "work %");
  for (const analysis::Thread& thread : analysis.threads) {
    const analysis::Times& times = thread.times;
    std::string process =
        thread.rank >= 0 ? fmt::format("r{}", thread.rank) : fmt::format("{}", thread.process);
    fmt::format_to(out, "  {:>7} {:>6} {:>8} {:>9} {:>8} {:>8} {:>9} {:>14} {:>7.1f}\n", process, thread.id,
                   thread_type(thread.type), seconds_of(thread.life_ns), seconds_of(times.work_ns),
                   seconds_of(times.wait_ns), seconds_of(times.blocked_ns), seconds_of(times.no_processor_ns),
                   percent(times.work_ns, times.all_ns()));
  }
  fmt::format_to(out, "\n");
}

}  // namespace

std::string rate_of(const analysis::Run& run) {
  return fmt::format("asked {:g} Hz, got {:.0f} samples per thread and second{}", run.frequency_hz,
                     run.reached_hz, run.limited ? " (own cost limit)" : "");
}

std::string short_place(const Tree::Key& key) {
  if (Tree::is_pseudo(key.kind)) return {};
  if (key.file.empty() || key.shared_by > 0) return shortened(printable(key.place), kLongestName);
  std::string file = shortened(printable(std::filesystem::path(key.file).filename().string()), kLongestName);
  if (key.line <= 0) return file;
  return fmt::format("{}:{}{}", file, key.line, key.line_of_call ? " (call)" : "");
}

std::string short_name(const Tree::Key& key) {
  return shortened(printable(key.name), kLongestName);
}

std::string label(const Tree::Key& key) {
  std::string name = short_name(key);
  if (key.kind == Tree::Kind::kRegion) return (key.suffix == "teams" ? "teams in " : "parallel in ") + name;
  if (key.kind == Tree::Kind::kTask) return "task in " + name;
  return name;
}

std::string text_report(const Analysis& analysis, const Options& options, const Style& style) {
  std::string text;
  Out out(text);
  write_run(out, analysis, style);
  write_totals(out, analysis, style);
  write_regions(out, analysis, options, style);
  write_tree(text, analysis, options, style);
  write_flat(out, analysis, options, style);
  write_causes(out, analysis, options, style);
  if (analysis.processes.size() > 1) write_processes(out, analysis, options, style);
  if (options.threads) write_threads(out, analysis, style);
  for (const std::string& note : analysis.notes) text += style.faint("note: " + printable(note)) + "\n";
  return text;
}

}  // namespace limpid::cli::report
