// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "apps.h"

#include <fmt/core.h>
#include <fmt/format.h>
#include <stdio.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "transfer.h"

namespace bench {
namespace {

using nlohmann::json;

// What is measured of each run, and how it is called in the table and in the object.
struct Quantity {
  const char* title;
  const char* key;
  int digits;
  double (*of)(const Outcome&);
};
const Quantity kQuantities[] = {
    {"wall s", "wall_s", 3, [](const Outcome& o) { return o.elapsed_s; }},
    {"cpu s", "cpu_s", 3, [](const Outcome& o) { return o.cpu_s; }},
    {"switches", "context_switches", 0,
     [](const Outcome& o) { return static_cast<double>(o.context_switches); }},
    {"faults", "minor_faults", 0, [](const Outcome& o) { return static_cast<double>(o.minor_faults); }},
    {"peak MB", "peak_mb", 1, [](const Outcome& o) { return o.peak_mb; }},
};

double median(const Quantity& quantity, const std::vector<Outcome>& rounds) {
  std::vector<double> values;
  for (const Outcome& outcome : rounds) values.push_back(quantity.of(outcome));
  return quantile(values, 0.5);
}

std::string last_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

// One turn. Throws with what went wrong.
Outcome run_once(const Program& program, const Runtime& runtime, const AppsPlan& apps, const Plan& plan,
                 const ScratchFolder& scratch) {
  Launch launch{{program.file.string()}, worker_environment(runtime, plan), plan.cpus, plan.priority};
  launch.messages = scratch.path() / "messages.txt";
  launch.patience = apps.patience;
  const Outcome outcome = run_copies_to_end(launch, apps.side_by_side ? 2 : 1);
  if (outcome.was_late)
    throw std::runtime_error(fmt::format("not at its end after {} s", apps.patience.count()));
  if (outcome.status != 0) {
    const std::string message = last_line(launch.messages);
    throw std::runtime_error(describe_end(outcome.status) + (message.empty() ? "" : ": " + message));
  }
  return outcome;
}

// What the program loads decides where it can run: libgomp, for one, is no runtime for what Clang builds. Limpid is one
// for everything.
AppRuns begin_runs(const Program& program, const Runtime& runtime, const Plan& plan,
                   const ScratchFolder& scratch) {
  AppRuns runs;
  const std::string instead = loaded_instead(program, runtime, plan, scratch);
  (runtime.role == Runtime::Role::kSubject ? runs.error : runs.left_out) = instead;
  return runs;
}

// A verdict without judgement yet.
AppVerdict run_by_turns(const Program& program, const std::vector<Runtime>& runtimes, const AppsPlan& apps,
                        const Plan& plan, const ScratchFolder& scratch) {
  AppVerdict verdict;
  verdict.program = program;
  verdict.threads = plan.threads;
  std::vector<AppRuns>& all = verdict.runs;
  for (const Runtime& runtime : runtimes) all.push_back(begin_runs(program, runtime, plan, scratch));
  for (int round = 0; round < apps.rounds; ++round) {
    if (const std::optional<double> ns = transfer_ns(plan.cpus)) verdict.transfers.push_back(*ns);
    for (const std::size_t i : turns_of_round(round, runtimes.size())) {
      if (!all[i].error.empty() || !all[i].left_out.empty()) continue;
      try {
        all[i].rounds.push_back(run_once(program, runtimes[i], apps, plan, scratch));
      } catch (const std::exception& e) {
        all[i].error = e.what();
      }
    }
  }
  return verdict;
}

void judge_app(const std::vector<Runtime>& runtimes, AppVerdict& verdict) {
  std::vector<Series> wall;
  for (const AppRuns& one : verdict.runs) {
    Series series;
    for (const Outcome& outcome : one.rounds)
      series.rounds.push_back({outcome.elapsed_s, static_cast<int>(series.rounds.size())});
    series.error = one.error;
    wall.push_back(std::move(series));
  }
  verdict.wall = judge({verdict.program.name, "seconds"}, runtimes, wall);
  if (verdict.wall.ratio) verdict.interval = median_interval(verdict.wall.ratios);
}

// The least and the most of the rounds; empty where the machine does not tell.
std::string transfers_text(const AppVerdict& verdict) {
  if (verdict.transfers.empty()) return "";
  const auto [least, most] = std::minmax_element(verdict.transfers.begin(), verdict.transfers.end());
  return fmt::format("{:.0f} to {:.0f}", *least, *most);
}

void print_heading(const AppsPlan& apps, const Plan& plan) {
  fmt::print("\n{} threads on {} processors; medians of {} rounds{}\n", plan.threads, plan.cpus, apps.rounds,
             apps.side_by_side ? "; two copies at once" : "");
  fmt::print("{:<20}{:<9}{:<9}", "program", "compiler", "runtime");
  for (const Quantity& quantity : kQuantities) fmt::print("{:>10}", quantity.title);
  fmt::print("{:>8}   {:<26}{}\n", "ratio", "95 % interval", "transfer ns");
  fflush(stdout);
}

void print_rows(const AppVerdict& verdict, const std::vector<Runtime>& runtimes) {
  std::string name = verdict.program.name, compiler = verdict.program.compiler;
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    if (!verdict.wall.ns[i]) continue;
    fmt::print("{:<20}{:<9}{:<9}", name, compiler, runtimes[i].name);
    for (const Quantity& quantity : kQuantities)
      fmt::print("{:>10.{}f}", median(quantity, verdict.runs[i].rounds), quantity.digits);
    if (runtimes[i].role == Runtime::Role::kSubject && verdict.wall.ratio)
      fmt::print("{:>8.2f}   {:<26}{}", *verdict.wall.ratio,
                 fmt::format("{:.2f} to {:.2f} ({})", verdict.interval.low, verdict.interval.high,
                             verdict.wall.better_peer),
                 transfers_text(verdict));
    fmt::print("\n");
    name.clear();
    compiler.clear();
  }
  for (std::size_t i = 0; i < runtimes.size(); ++i) {
    const AppRuns& runs = verdict.runs[i];
    if (!runs.error.empty())
      fmt::print("    {} failed on {}: {}\n", verdict.program.name, runtimes[i].name, runs.error);
    // Of our own programs everybody knows where they can run.
    if (!runs.left_out.empty() && verdict.program.compiler.empty())
      fmt::print("    {} not compared with {}: it {}\n", verdict.program.name, runtimes[i].name,
                 runs.left_out);
  }
  fflush(stdout);
}

std::string label(const AppVerdict& verdict) {
  const std::string& compiler = verdict.program.compiler;
  return fmt::format("{}{}, {} threads", verdict.program.name, compiler.empty() ? "" : " by " + compiler,
                     verdict.threads);
}

json runs_json(const AppRuns& runs) {
  json object = json::object();
  if (!runs.error.empty()) object["error"] = runs.error;
  if (!runs.left_out.empty()) object["left_out"] = runs.left_out;
  if (runs.rounds.empty() || !runs.error.empty()) return object;
  for (const Quantity& quantity : kQuantities) object[quantity.key] = median(quantity, runs.rounds);
  for (const Outcome& outcome : runs.rounds) object["wall_s_by_round"].push_back(outcome.elapsed_s);
  return object;
}

json verdict_json(const AppVerdict& verdict, const std::vector<Runtime>& runtimes) {
  json by_runtime = json::object();
  for (std::size_t i = 0; i < runtimes.size(); ++i) by_runtime[runtimes[i].name] = runs_json(verdict.runs[i]);
  json object = {{"program", verdict.program.name},
                 {"compiler", verdict.program.compiler},
                 {"threads", verdict.threads},
                 {"transfer_ns_by_round", verdict.transfers},
                 {"runtimes", by_runtime},
                 {"better_peer", verdict.wall.better_peer},
                 {"ratio", nullptr},
                 {"ratio_interval", nullptr}};
  if (verdict.wall.ratio) {
    object["ratio"] = *verdict.wall.ratio;
    object["ratio_interval"] = {verdict.interval.low, verdict.interval.high};
  }
  return object;
}

}  // namespace

std::vector<std::size_t> turns_of_round(int round, std::size_t count) {
  std::vector<std::size_t> turns;
  for (std::size_t k = 0; k < count; ++k)
    turns.push_back((static_cast<std::size_t>(round) + (round % 2 == 0 ? k : count - k)) % count);
  return turns;
}

bool AppVerdict::failed() const {
  return std::any_of(runs.begin(), runs.end(), [](const AppRuns& one) { return !one.error.empty(); });
}

bool AppVerdict::is_surely_slow() const {
  return wall.ratio && interval.high < 1;
}

std::vector<AppVerdict> measure_apps(const std::vector<Program>& programs,
                                     const std::vector<Runtime>& runtimes, const AppsPlan& apps,
                                     const Plan& plan) {
  const ScratchFolder scratch;
  std::vector<AppVerdict> verdicts;
  print_heading(apps, plan);
  for (const Program& program : programs) {
    verdicts.push_back(run_by_turns(program, runtimes, apps, plan, scratch));
    judge_app(runtimes, verdicts.back());
    print_rows(verdicts.back(), runtimes);
  }
  return verdicts;
}

void print_apps_summary(const std::vector<AppVerdict>& verdicts, const std::vector<Runtime>& runtimes) {
  std::vector<std::string> slow, failed;
  for (const AppVerdict& verdict : verdicts) {
    if (verdict.is_surely_slow())
      slow.push_back(
          fmt::format("{} ({:.2f}, {})", label(verdict), *verdict.wall.ratio, verdict.wall.better_peer));
    for (std::size_t i = 0; i < runtimes.size(); ++i) {
      if (!verdict.runs[i].error.empty())
        failed.push_back(fmt::format("{} on {}", label(verdict), runtimes[i].name));
    }
  }
  fmt::print("\nwhole interval under 1: {}\n",
             slow.empty() ? "none" : fmt::format("{}", fmt::join(slow, "; ")));
  if (!failed.empty()) fmt::print("failed: {}\n", fmt::join(failed, "; "));
  fflush(stdout);
}

json apps_to_json(const std::vector<AppVerdict>& verdicts, const std::vector<Runtime>& runtimes,
                  const AppsPlan& apps, const Plan& plan) {
  json described = json::object(), runs = json::array();
  for (const Runtime& runtime : runtimes) described[runtime.name] = runtime.library.string();
  for (const AppVerdict& verdict : verdicts) runs.push_back(verdict_json(verdict, runtimes));
  return {{"runtimes", described},
          {"method", {{"cpus", plan.cpus}, {"rounds", apps.rounds}, {"side_by_side", apps.side_by_side}}},
          {"runs", runs}};
}

}  // namespace bench
